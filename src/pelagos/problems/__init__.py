"""Problems with published or closed-form answers, one file each; `pelagos selftest` solves them."""
