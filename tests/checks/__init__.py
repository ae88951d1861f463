"""What is looked for in the whole project, beside its tests."""
