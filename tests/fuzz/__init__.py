"""Damaged and hostile files: whatever is read ends in success or in a refusal, never otherwise."""
