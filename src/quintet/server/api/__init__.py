"""Routes for programs: the web API, its WebSocket and polling."""
