"""What the pages show of each move."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it: null of moves that earlier tables told."""
    op.execute("alter table moves add column said text")


def downgrade() -> None:
    """Forget it."""
    op.execute("alter table moves drop column said")
