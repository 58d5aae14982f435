"""Reading: messages and tool outputs become records, tables and uses of values."""
