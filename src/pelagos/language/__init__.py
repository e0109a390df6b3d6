"""The language of model files: values, units, expressions, signals, frames, and what is wrong."""
