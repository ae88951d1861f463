"""The figures of ``docs/figures.md``, measured and printed anew by one command: ``make figures``."""
