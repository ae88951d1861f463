"""What the pages show of each move, when a sitting's last one came, and who is surely another person."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add them: nothing of what earlier tables and hubs told."""
    op.execute("alter table moves add column said text")
    op.execute("alter table sittings add column last_at timestamptz")
    op.execute("alter table players add column is_apart boolean not null default false")
    op.execute("create index players_by_id on players (id)")


def downgrade() -> None:
    """Forget them."""
    op.execute("drop index players_by_id")
    op.execute("alter table players drop column is_apart")
    op.execute("alter table moves drop column said")
    op.execute("alter table sittings drop column last_at")
