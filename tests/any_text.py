"""Any text, for Hypothesis: what `st.text()` gives, but that takes seconds to find out what UTF-8
has, in every process."""

from hypothesis import strategies as st

CHARACTERS = st.characters(exclude_categories=["Cs"])


def any_text(max_size: int) -> st.SearchStrategy[str]:
    return st.text(CHARACTERS, max_size=max_size)
