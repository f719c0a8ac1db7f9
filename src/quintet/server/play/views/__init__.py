"""What a client is shown of a table: the view, its parts, and the updates between views."""
