"""`python -m quintet` is the command `quintet`."""

from quintet.cli import main

if __name__ == "__main__":
    main()
