"""`python -m pelagos` is the command `pelagos`."""

from pelagos.cli.main import main

if __name__ == "__main__":
    main()
