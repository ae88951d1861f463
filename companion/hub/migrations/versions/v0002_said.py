"""What the pages show of each move, when a sitting's last one came, and whose names were deleted."""

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

STEPS = """
alter table moves add column said text;
alter table sittings add column last_at timestamptz;
create table gone (id text primary key);
insert into gone select distinct id from players where is_gone;
alter table players drop column is_gone;
"""


def upgrade() -> None:
    """Add them: nothing of what earlier tables and hubs told. A deleted name outlives its tables."""
    op.execute(STEPS)


def downgrade() -> None:
    """Forget them, but for the deleted names of tables that are still there."""
    op.execute("alter table players add column is_gone boolean not null default false")
    op.execute("update players set is_gone = true where id in (select id from gone)")
    op.execute("drop table gone")
    op.execute("alter table moves drop column said")
    op.execute("alter table sittings drop column last_at")
