"""Tables, their sittings and moves, places, players and organisers."""

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

STEPS = """
create table tables (
    name text primary key,
    book integer not null default 1,
    told bigint not null default 0,
    checked text not null default '',
    health text,
    is_here boolean not null default false,
    heard_at timestamptz
);
create table sittings (
    table_name text not null references tables on delete cascade,
    number integer not null,
    game text not null,
    seats integer not null,
    began_at timestamptz not null,
    instead_of integer,
    moves integer not null default 0,
    turn integer,
    scores integer[],
    has_ended boolean not null default false,
    moved_at timestamptz not null,
    primary key (table_name, number)
);
create index sittings_by_day on sittings (began_at);
create table moves (
    table_name text not null,
    sitting integer not null,
    number integer not null,
    seat integer,
    words text,
    at text not null,
    primary key (table_name, sitting, number),
    foreign key (table_name, sitting) references sittings on delete cascade
);
create table players (
    table_name text not null references tables on delete cascade,
    id text not null,
    told_name text,
    own_name text,
    is_gone boolean not null default false,
    primary key (table_name, id)
);
create table seats (
    table_name text not null,
    sitting integer not null,
    seat integer not null,
    player text,
    rank integer,
    score integer,
    has_won boolean not null default false,
    beaten integer not null default 0,
    primary key (table_name, sitting, seat),
    foreign key (table_name, sitting) references sittings on delete cascade
);
create index seats_by_player on seats (table_name, player);
"""


def upgrade() -> None:
    """Make them."""
    op.execute(STEPS)


def downgrade() -> None:
    """Remove them, with all that is in them."""
    op.execute("drop table seats, players, moves, sittings, tables")
