"""Levels in words."""

from quintet.engine.level_names import LEVEL_GROUPS, level_word
from quintet.engine.levels import LEVELS


def test_every_level_has_one_word_and_words_grow_with_levels() -> None:
    listed = [level for levels in LEVEL_GROUPS.values() for level in levels]
    assert sorted(listed) == list(LEVELS)
    words = list(dict.fromkeys(str(level_word(level)) for level in LEVELS))
    assert words == ["Beginner", "Casual", "Club", "Expert", "Perfect"]
