"""Dates as numbers of days, and back: all years of the calendar, to the millisecond."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.dates import FIRST, LAST, date_text, iso_texts
from engine.base.words import minus
from engine.data.tables.moments import date_of, days


@given(st.datetimes(datetime.datetime(1, 1, 1), datetime.datetime(9999, 12, 31, 23, 59, 59)))
def test_a_date_that_was_written_reads_back(moment: datetime.datetime):
    moment = moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    value = days(moment.isoformat(sep=" "))
    assert value is not None
    text = date_text(value)
    assert datetime.datetime.fromisoformat(text) == moment and days(text) == value
    (iso,) = iso_texts([value])
    assert datetime.datetime.fromisoformat(iso) == moment and days(iso) == value


def test_the_ends_of_the_calendar():
    assert (date_text(FIRST), date_text(LAST - 1)) == ("0001-01-01", "9999-12-31")
    assert date_text(LAST - 1e-9) == "9999-12-31 23:59:59.999"
    assert date_text(LAST) == "day 2.9329e+06" and date_text(FIRST - 1) == "day −719163"
    assert date_text(float("nan")) == "?"
    assert days("0000-01-01") is None and days("9999-12-31T23:30:00-02:00") is None


def test_seconds_are_shown_if_nonzero():
    second = 1 / 86400
    assert date_text(19799 + 7 * second) == "2024-03-17 00:00:07"
    assert date_text(19799 + 7.25 * second) == "2024-03-17 00:00:07.25"
    assert date_text(19799 + 7.25 * second, 0) == "2024-03-17 00:00:07"
    assert date_text(19799 - 1e-12) == "2024-03-17"


def test_the_cells_of_a_file_have_one_form():
    assert iso_texts([19799.0, float("nan"), 19800.0]) == ["2024-03-17", "", "2024-03-18"]
    assert iso_texts([19799.0, 19799.25]) == ["2024-03-17T00:00:00", "2024-03-17T06:00:00"]
    assert iso_texts([19799.0, 19799 + 0.5 / 86400])[0] == "2024-03-17T00:00:00.000"


@pytest.mark.parametrize("text", ["3/4/2024", "2024", "12:30", "yesterday", "2024-02-30", ""])
def test_invalid_and_ambiguous_dates_are_rejected(text: str):
    assert date_of(text) is None


def test_a_time_zone_is_taken_off():
    assert date_of("2024-03-17T01:00:00+02:00") == date_of("2024-03-16T23:00:00Z") == date_of("2024-03-16 23:00")


def test_hyphens_of_a_date_are_not_minus_signs():
    assert minus("-5 from 2024-03-17 to -3") == "−5 from 2024-03-17 to −3"
    assert minus("1-2-3") == "1−2−3"
