"""What is damaged. Each module prepares sound files once, and tries one damaged case at a time."""

KINDS = (
    "models",
    "settings",
    "urdfs",
    "sdfs",
    "mjcfs",
    "xacros",
    "studies",
    "tasks",
    "plans",
    "maps",
    "tables",
    "grids",
    "logs",
    "sweeps",
    "trials",
    "results",
)
