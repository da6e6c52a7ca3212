"""What every algorithm promises. There is no list of exceptions; a new package is held to all of it."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.algorithm import Algorithm
from tests.contract.class_names import a_class_called_by_a_number_is_told_and_drawn_as_a_class
from tests.contract.dust import what_is_0_but_for_rounding_is_told_as_0
from tests.contract.extremes import numbers_of_any_size_are_refused_or_done_right
from tests.contract.following import what_follows_another_run_comes_to_the_end_of_its_own
from tests.contract.founded import what_is_told_follows_from_the_step
from tests.contract.introducing import (
    an_illegal_value_is_refused_with_name_and_range,
    it_introduces_itself,
    it_is_found_by_the_words_of_the_field,
    its_parameters_are_well_declared,
    unsuitable_data_is_refused_in_a_sentence,
)
from tests.contract.keeping import (
    it_starts_from_a_model_that_fits,
    its_models_survive_json,
    its_recipe_survives_json,
    what_is_placed_by_hand_starts_a_run,
)
from tests.contract.leading import a_click_leads_to_the_step_that_is_about_it
from tests.contract.printed import what_the_notes_print_differs_from_what_is_right
from tests.contract.row_randomness import what_is_drawn_for_a_row_stays_its_own
from tests.contract.running import (
    a_run_has_steps_and_ends_within_its_bound,
    both_bounds_of_each_parameter_run,
    it_leaves_the_world_alone,
    snapshots_cannot_be_changed,
    the_same_seed_gives_equal_steps,
)
from tests.contract.source_lines import what_ran_of_the_source_is_lit_and_told_truly
from tests.contract.steps import (
    a_point_can_be_asked_about,
    every_step_can_be_drawn_explained_and_measured,
    every_step_has_its_source_line,
    what_is_advised_of_the_columns_is_offered,
    what_is_drawn_stands_where_it_claims,
    what_is_said_of_a_quantity_is_true,
    what_is_worked_can_be_worked_by_hand,
    what_is_worked_is_true,
)

Promise = Callable[[Algorithm], None]

PROMISES: tuple[Promise, ...] = (
    it_introduces_itself,
    it_is_found_by_the_words_of_the_field,
    its_parameters_are_well_declared,
    an_illegal_value_is_refused_with_name_and_range,
    unsuitable_data_is_refused_in_a_sentence,
    the_same_seed_gives_equal_steps,
    what_is_drawn_for_a_row_stays_its_own,
    it_leaves_the_world_alone,
    a_run_has_steps_and_ends_within_its_bound,
    both_bounds_of_each_parameter_run,
    numbers_of_any_size_are_refused_or_done_right,
    snapshots_cannot_be_changed,
    every_step_can_be_drawn_explained_and_measured,
    every_step_has_its_source_line,
    what_is_advised_of_the_columns_is_offered,
    what_ran_of_the_source_is_lit_and_told_truly,
    a_point_can_be_asked_about,
    what_is_worked_is_true,
    what_is_worked_can_be_worked_by_hand,
    what_is_said_of_a_quantity_is_true,
    what_is_told_follows_from_the_step,
    what_is_0_but_for_rounding_is_told_as_0,
    what_is_drawn_stands_where_it_claims,
    a_class_called_by_a_number_is_told_and_drawn_as_a_class,
    what_the_notes_print_differs_from_what_is_right,
    a_click_leads_to_the_step_that_is_about_it,
    its_recipe_survives_json,
    its_models_survive_json,
    it_starts_from_a_model_that_fits,
    what_is_placed_by_hand_starts_a_run,
    what_follows_another_run_comes_to_the_end_of_its_own,
)
