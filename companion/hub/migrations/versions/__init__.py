"""One file a step, in Alembic's form; a step that was released is never changed."""
