"""Posteriors: what is believed of a parameter once data are seen, exactly, approximately or by sampling."""
