"""What holds for all tests."""

import os

# Whatever the language of whoever runs them, tests read English.
os.environ["LANGUAGE"] = "en"
