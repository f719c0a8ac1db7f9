"""What holds for all tests."""

import os

# Whatever the language of whoever runs them, tests read English.
os.environ["LANGUAGE"] = "en"

# Whatever tables of solved games there are, tests of the search search; those of tables say so.
os.environ["QUINTET_TABLES"] = "off"
