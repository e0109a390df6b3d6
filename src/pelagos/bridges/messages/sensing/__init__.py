"""Messages of sensors: a function for each kind gives its topics, or says why there are none."""
