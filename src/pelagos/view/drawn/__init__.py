"""From the words of a robot to forms: bodies, their visual parts, and what is fitted to them."""
