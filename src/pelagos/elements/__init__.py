"""Force elements, one file each: words, numbers, forces, outputs, and how it is told and drawn."""
