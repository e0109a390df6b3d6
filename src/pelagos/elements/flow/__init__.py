"""Flow fields: currents and waves."""
