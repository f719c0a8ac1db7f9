"""Reading a command line: values, help pages, errors, suggestions and shell completion."""
