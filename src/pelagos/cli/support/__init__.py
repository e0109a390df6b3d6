"""What commands share: options, text, progress, descriptions."""
