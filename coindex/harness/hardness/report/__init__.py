"""An evaluation of hardness indexes as text, plots and page."""
