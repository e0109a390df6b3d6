"""What samples of a march say: variables of results, loads, who has left the water."""
