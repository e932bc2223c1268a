"""What is kept: its tables, how they change from version to version, and how they are read and written."""
