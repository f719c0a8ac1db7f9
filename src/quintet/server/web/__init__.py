"""HTTP around the application: middleware, limits, cookies, errors, logs."""
