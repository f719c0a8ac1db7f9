"""Translation: sentences (`sentence`), languages (`catalogue`) and gettext files (`locales/`)."""
