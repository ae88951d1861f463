"""Who is who: PIN, codes, tokens, and how guessing is slowed down."""

import hashlib
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.errors import JournalError, TooManyTries, WrongPin
from companion.games.game import HOST, Seat, seat_role
from companion.table.access.access import CODE_LIFE_S, TOKEN_LIFE_S, Access
from companion.table.access.guessing import (
    A_TRY_S,
    A_YEAR_S,
    CODE_LENGTH,
    CODE_LETTERS,
    FREE,
    GUESSERS,
    PIN_DIGITS,
    guesser,
    is_long_enough,
)
from companion.table.access.login_file import MOST_TOKENS, PinTooShort

PIN = "246813579"
ANA = Seat(1)
BOB = Seat(2)


class TimeOfDay:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> TimeOfDay:
    return TimeOfDay()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "access.db"


@pytest.fixture
def access(path: Path, clock: TimeOfDay) -> Access:
    return Access(path, PIN, clock, clock)


def test_the_pin_makes_a_host(access: Access) -> None:
    grant = access.grant_of(access.login(PIN, "phone"))
    assert grant is not None
    assert grant.role == HOST


@pytest.mark.parametrize(
    "pin", ["2469", "", "24680", "\ud800"], ids=["other", "empty", "longer", "surrogate"]
)
def test_another_pin_does_not(access: Access, pin: str) -> None:
    with pytest.raises(WrongPin, match="not the host's PIN"):
        access.login(pin, "phone")


@pytest.mark.parametrize("pin", ["123", "246810", "24681357", "abcde", "Ab1"])
def test_a_pin_that_can_be_guessed_is_refused_when_it_is_set(
    path: Path, clock: TimeOfDay, pin: str
) -> None:
    with pytest.raises(PinTooShort):
        Access(path, pin, clock, clock)
    Access(path, PIN, clock, clock)
    with pytest.raises(PinTooShort):
        Access(path, pin, clock, clock)


@pytest.mark.parametrize("kept", ["file of an earlier version", "PIN that was kept"])
def test_a_short_pin_in_use_goes_on_at_the_tables_own_machine(
    path: Path, clock: TimeOfDay, kept: str
) -> None:
    if kept == "file of an earlier version":
        path.parent.mkdir(parents=True)
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("CREATE TABLE addresses (address TEXT PRIMARY KEY, at REAL NOT NULL)")
    Access(path, "246810", clock, clock, pin_in_use=kept == "PIN that was kept")
    access = Access(path, "246810", clock, clock)
    assert access.pin_is_short
    for pin in ("246810", "000000"):  # whether it was right is not said
        with pytest.raises(WrongPin, match="too short"):
            access.login(pin, "192.168.1.7")
    assert access.login("246810", "127.0.0.1", is_own=True)
    with pytest.raises(PinTooShort):
        Access(path, "135791", clock, clock)
    assert not Access(path, PIN, clock, clock).pin_is_short
    with pytest.raises(PinTooShort):
        Access(path, "246810", clock, clock)


def test_what_is_long_enough_follows_from_what_it_is_made_of() -> None:
    assert [
        pin for pin in ("246813579", "k7qm3x", "Grüße am Tisch", "abcdef") if is_long_enough(pin)
    ] == [
        "246813579",
        "k7qm3x",
        "Grüße am Tisch",
        "abcdef",
    ]


def test_a_code_joins_its_seat_once(access: Access) -> None:
    code = access.invite(ANA, "Ana").code
    grant = access.grant_of(access.join(ANA, "Ana", code, "Ana's phone", "phone"))
    assert grant is not None
    assert (grant.role, grant.player, grant.phone) == (seat_role(ANA), "Ana", "Ana's phone")
    with pytest.raises(WrongPin, match="does not open seat 1"):
        access.join(ANA, "Ana", code, "another", "other phone")


def test_who_comes_with_a_code_that_was_good_is_told_so(access: Access, clock: TimeOfDay) -> None:
    used = access.invite(ANA, "Ana").code
    access.join(ANA, "Ana", used, "phone", "phone")
    replaced = access.invite(ANA, "Ana").code
    old = access.invite(ANA, "Ana").code
    clock.now += CODE_LIFE_S + 1
    for code in (used, replaced, old):
        assert reason_of(access, code) == "error.code_used"
    others = access.invite(BOB, "Bob").code
    assert [reason_of(access, code) for code in ("AAAAAA", others)] == [None, None]


def test_codes_that_were_good_are_as_few_tries_as_others(access: Access) -> None:
    code = access.invite(ANA, "Ana").code
    access.join(ANA, "Ana", code, "phone", "phone")
    for _ in range(FREE):
        assert reason_of(access, code) == "error.code_used"
    with pytest.raises(TooManyTries):
        reason_of(access, code)


def reason_of(access: Access, code: str) -> str | None:
    """Return why this code does not let anybody join the first seat."""
    with pytest.raises(WrongPin) as refused:
        access.join(ANA, "Ana", code, "another", "other phone")
    return refused.value.reason.code if refused.value.reason else None


def test_a_code_may_be_typed_carelessly(access: Access) -> None:
    code = access.invite(ANA, "Ana").code
    assert access.join(ANA, "Ana", f" {code[:3].lower()}-{code[3:]} ", "phone", "phone")


def test_a_code_opens_no_other_seat(access: Access) -> None:
    code = access.invite(ANA, "Ana").code
    with pytest.raises(WrongPin, match="does not open seat 2"):
        access.join(BOB, "Bob", code, "phone", "phone")
    assert access.join(ANA, "Ana", code, "phone", "phone")


def test_a_code_is_no_good_for_who_sits_there_later(access: Access) -> None:
    code = access.invite(ANA, "Ana").code
    with pytest.raises(WrongPin, match="does not open seat 1"):
        access.join(ANA, "Cid", code, "phone", "phone")


def test_a_new_code_makes_the_old_one_worthless(access: Access) -> None:
    old = access.invite(ANA, "Ana").code
    access.invite(ANA, "Ana")
    with pytest.raises(WrongPin, match="does not open seat 1"):
        access.join(ANA, "Ana", old, "phone", "phone")


def test_a_code_grows_old(access: Access, clock: TimeOfDay) -> None:
    code = access.invite(ANA, "Ana").code
    clock.now += CODE_LIFE_S + 1
    with pytest.raises(WrongPin, match="does not open seat 1"):
        access.join(ANA, "Ana", code, "phone", "phone")


def test_phones_stay_logged_in_when_the_table_starts_again(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    host = access.login(PIN, "phone")
    seat = access.join(BOB, "Bob", access.invite(BOB, "Bob").code, "Bob's", "phone")
    code = access.invite(ANA, "Ana").code
    again = Access(path, PIN, clock, clock)
    assert again.grant_of(host) == access.grant_of(host) is not None
    assert again.grant_of(seat) == access.grant_of(seat) is not None
    assert again.join(ANA, "Ana", code, "phone", "phone")


def test_a_hosts_token_ends_with_its_pin(access: Access, path: Path, clock: TimeOfDay) -> None:
    host = access.login(PIN, "phone")
    seat = access.join(BOB, "Bob", access.invite(BOB, "Bob").code, "Bob's", "phone")
    changed = Access(path, "another PIN", clock, clock)
    assert changed.grant_of(host) is None
    assert changed.grant_of(seat) is not None
    assert Access(path, PIN, clock, clock).grant_of(host) is not None


@pytest.mark.parametrize("jump_s", [-10 * 365 * 86400, 2 * 86400], ids=["back", "forth"])
def test_a_jump_of_the_time_of_day_locks_nobody_out(path: Path, jump_s: float) -> None:
    day, clock = TimeOfDay(), TimeOfDay()
    access = Access(path, PIN, day, clock)
    code, token = access.invite(ANA, "Ana").code, access.login(PIN, "phone")
    access.show(BOB, "Bob")
    for _ in range(FREE):
        wrong_logins(access, "careless")()
    day.now += jump_s
    with pytest.raises(TooManyTries, match="too many"):
        access.login(PIN, "careless")
    clock.now += A_TRY_S
    assert access.login(PIN, "careless")
    assert access.grant_of(token) is not None
    assert access.shown(BOB, "Bob") is not None
    assert access.join(ANA, "Ana", code, "phone", "phone")


def test_tokens_grow_old(access: Access, path: Path, clock: TimeOfDay) -> None:
    token = access.login(PIN, "phone")
    clock.now += TOKEN_LIFE_S + 1
    assert access.grant_of(token) is None
    assert Access(path, PIN, clock, clock).grant_of(token) is None


def test_a_start_with_a_clock_far_ahead_deletes_no_logins(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    host, seat = access.login(PIN, "phone"), joined(access, "Ana's")
    joined(access, "Ana's other")
    day = TimeOfDay()
    day.now = clock.now + TOKEN_LIFE_S + 86400
    ahead = Access(path, PIN, day, TimeOfDay())
    assert ahead.grant_of(host) is None
    day.now = clock.now  # the network has set it
    assert ahead.grant_of(host) is not None
    again = Access(path, PIN, clock, clock)
    assert (again.grant_of(host), again.lost_seat(seat)) != (None, None)
    assert again.grant_of(host) is not None


def test_a_login_with_a_clock_far_behind_lasts_as_long_as_any(path: Path) -> None:
    """A Pi without a battery starts in the past, and its clock is set once it has a network."""
    day, clock = TimeOfDay(), TimeOfDay()
    day.now = 0.0
    access = Access(path, PIN, day, clock)
    token = access.login(PIN, "phone")
    day.now = 20 * 365 * 86400.0
    assert access.grant_of(token) is not None
    assert Access(path, PIN, day, clock).grant_of(token) is not None
    day.now += TOKEN_LIFE_S + 60
    clock.now += TOKEN_LIFE_S + 60
    assert access.grant_of(token) is None


def test_only_so_many_tokens_are_kept_whatever_the_clock_says(path: Path, clock: TimeOfDay) -> None:
    access = Access(path, PIN, clock, clock)
    first = access.login(PIN, "phone")
    with closing(sqlite3.connect(path)) as database, database:
        database.executemany(
            "INSERT INTO tokens VALUES (?, NULL, '', '', 0)", [(f"{n}",) for n in range(MOST_TOKENS)]
        )
    assert Access(path, PIN, clock, clock).grant_of(first) is None


def test_a_token_forgotten_stays_forgotten(access: Access, path: Path, clock: TimeOfDay) -> None:
    token, other = access.login(PIN, "phone"), access.login(PIN, "phone")
    access.forget(token)
    for one in (access, Access(path, PIN, clock, clock)):
        assert one.grant_of(token) is None
        assert one.grant_of(other) is not None


def joined(access: Access, phone: str, *, may_return: bool = True) -> str:
    code = access.invite(ANA, "Ana").code
    return access.join(ANA, "Ana", code, phone, phone, may_return=may_return)


def test_a_seat_has_the_phone_that_joined_it_last(access: Access) -> None:
    old = joined(access, "old phone")
    joined(access, "tablet")
    assert access.phones("Ana") == ["tablet"]
    assert access.grant_of(old) is None
    assert access.was_taken_over("Ana")


def test_a_phone_that_lost_its_seat_may_take_it_back(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    old, new = joined(access, "old phone"), joined(access, "tablet")
    again = Access(path, PIN, clock, clock)
    again.take_back(old, may_return=False)
    assert again.phones("Ana") == ["old phone"]
    assert again.grant_of(new) is None
    assert not again.was_taken_over("Ana")
    again.take_back(new, may_return=True)
    assert again.grant_of(new) is None
    assert Access(path, PIN, clock, clock).phones("Ana") == ["old phone"]


def test_only_the_last_that_lost_it_takes_a_seat_back(access: Access) -> None:
    oldest, old = joined(access, "oldest phone"), joined(access, "old phone")
    joined(access, "tablet")
    assert access.lost_seat(oldest) is None
    access.take_back(old, may_return=True)
    assert access.phones("Ana") == ["old phone"]
    assert access.was_taken_over("Ana")


def test_who_was_shown_nothing_yet_does_not_take_the_seat_back(access: Access) -> None:
    old, covered = joined(access, "old phone"), joined(access, "tablet")
    joined(access, "another", may_return=False)
    assert access.lost_seat(covered) is None
    assert access.lost_seat(old) is not None
    assert access.phones("Cid") == []
    assert access.phones("Bob") == []


def test_of_a_players_phones_at_several_seats_only_the_last_is_let_in(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    """A version that gave seats to phones, and not players, could let in two."""
    old = joined(access, "old phone")
    with closing(sqlite3.connect(path)) as database, database:
        of = (hashlib.sha256(b"newer").hexdigest(), 2, "Ana", "new phone", clock() + 1000)
        database.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?)", of)
    again = Access(path, PIN, clock, clock)
    assert again.phones("Ana") == ["new phone"]
    assert again.grant_of(old) is None


def test_nothing_secret_is_written_down(access: Access, path: Path) -> None:
    host = access.login(PIN, "phone")
    code = access.invite(ANA, "Ana").code
    seat = access.join(BOB, "Bob", access.invite(BOB, "Bob").code, "phone", "phone")
    with closing(sqlite3.connect(path)) as database:
        dump = "\n".join(database.iterdump())
    for secret in (PIN, host, seat, code):
        # As a word of its own: four digits stand in a hash by chance, once in some hundred times.
        assert not re.search(rf"\b{re.escape(secret)}\b", dump)


def test_a_broken_file_is_set_aside(path: Path, clock: TimeOfDay) -> None:
    path.parent.mkdir()
    broken = b"this is no database, but long enough to be looked at" * 10
    path.write_bytes(broken)
    assert Access(path, PIN, clock, clock).login(PIN, "phone")
    assert path.with_name("access-damaged-1.db").read_bytes() == broken


def test_a_file_whose_tables_have_no_proper_names_is_set_aside(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    access.login(PIN, "phone")
    whole = path.read_bytes()
    hurt = re.sub(rb"tokenstokens(.)CREATE", b"to\x81enstokens\\1CRUATE", whole, flags=re.DOTALL)
    path.write_bytes(hurt)
    assert path.read_bytes() != whole
    assert Access(path, PIN, clock, clock).login(PIN, "phone")
    assert path.with_name("access-damaged-1.db").exists()


@pytest.mark.parametrize("value", ["'soon'", "x'00'"])
def test_a_file_that_holds_something_else_is_set_aside(
    access: Access, path: Path, clock: TimeOfDay, value: str
) -> None:
    token = access.login(PIN, "phone")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"UPDATE tokens SET until = {value}")
    assert Access(path, PIN, clock, clock).grant_of(token) is None
    assert path.with_name("access-damaged-1.db").exists()


def test_a_file_that_cannot_be_written_is_named(path: Path, clock: TimeOfDay) -> None:
    path.mkdir(parents=True)
    with pytest.raises(JournalError, match=r"access\.db"):
        Access(path, PIN, clock, clock)


def refuse(path: Path, what: str) -> None:
    """Let the file refuse a kind of write, as a full disk does."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER IF EXISTS full")
        database.execute(
            f"CREATE TRIGGER full BEFORE {what} BEGIN SELECT RAISE(ABORT, 'disk full'); END"
        )


def allow(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER full")


def test_a_code_that_could_not_be_used_up_is_still_good(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    first = access.join(ANA, "Ana", access.invite(ANA, "Ana").code, "old", "old")
    code = access.invite(ANA, "Ana").code
    refuse(path, "INSERT ON tokens")
    with pytest.raises(JournalError, match="disk full"):
        access.join(ANA, "Ana", code, "new", "new")
    assert access.phones("Ana") == ["old"]
    allow(path)
    second = access.join(ANA, "Ana", code, "new", "new")
    for one in (access, Access(path, PIN, clock, clock)):
        assert (one.grant_of(first), one.phones("Ana")) == (None, ["new"])
        assert one.grant_of(second) is not None


def test_a_seat_that_could_not_be_taken_back_stays_where_it_is(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    first = access.join(ANA, "Ana", access.invite(ANA, "Ana").code, "old", "old")
    access.join(ANA, "Ana", access.invite(ANA, "Ana").code, "new", "new")
    refuse(path, "INSERT ON tokens")
    with pytest.raises(JournalError, match="disk full"):
        access.take_back(first, may_return=True)
    for one in (access, Access(path, PIN, clock, clock)):
        assert (one.phones("Ana"), one.was_taken_over("Ana")) == (["new"], True)


def test_what_could_not_be_written_is_not_believed(access: Access, path: Path, clock: TimeOfDay) -> None:
    token = access.join(ANA, "Ana", access.invite(ANA, "Ana").code, "phone", "phone")
    refuse(path, "DELETE ON tokens")
    acts: list[Callable[[], None]] = [
        lambda: access.forget(token),
        lambda: access.rename("Ana", None),
    ]
    for act in acts:
        with pytest.raises(JournalError, match="disk full"):
            act()
    for one in (access, Access(path, PIN, clock, clock)):
        assert one.phones("Ana") == ["phone"]


def test_a_clock_put_right_ends_no_login_where_nothing_can_be_written(path: Path) -> None:
    time_of_day, clock = TimeOfDay(), TimeOfDay()
    access = Access(path, PIN, time_of_day, clock)
    tokens = [access.login(PIN, "host")]
    for seat, player in ((ANA, "Ana"), (BOB, "Bob")):
        tokens.append(access.join(seat, player, access.invite(seat, player).code, player, player))
    refuse(path, "UPDATE ON tokens")
    time_of_day.now += TOKEN_LIFE_S + 1
    assert all(access.grant_of(token) for token in tokens)


def test_the_code_of_a_seat_is_good_until_another_is_kept(access: Access, path: Path) -> None:
    code = access.invite(ANA, "Ana").code
    refuse(path, "INSERT ON codes")
    with pytest.raises(JournalError, match="disk full"):
        access.invite(ANA, "Ana")
    assert access.join(ANA, "Ana", code, "phone", "phone")


def wrong_logins(access: Access, client: str) -> Callable[[], None]:
    def again() -> None:
        with pytest.raises(WrongPin, match="not the host's PIN"):
            access.login("0000", client)

    return again


def test_after_some_tries_there_is_one_a_minute(access: Access, clock: TimeOfDay) -> None:
    guess = wrong_logins(access, "phone")
    for _ in range(FREE):
        guess()
    for _ in range(10):
        with pytest.raises(TooManyTries, match="too many") as caught:
            access.login(PIN, "phone")
        assert 0 < caught.value.retry_after_s <= A_TRY_S
        clock.now += A_TRY_S
        guess()
    clock.now += A_TRY_S
    assert access.login(PIN, "phone")


def test_one_guesser_does_not_lock_out_the_others(access: Access) -> None:
    for _ in range(FREE):
        wrong_logins(access, "guesser")()
    assert access.login(PIN, "host's phone")


def test_a_right_pin_or_code_gets_in_whatever_all_other_addresses_do(
    access: Access, clock: TimeOfDay
) -> None:
    code = access.invite(ANA, "Ana").code
    for number in range(GUESSERS * (FREE + 1)):
        with suppress(TooManyTries, WrongPin):
            access.login("000000000", f"192.168.1.{number % GUESSERS}")
    assert access.login(PIN, "192.168.1.252")
    assert access.join(ANA, "Ana", code, "Ana's", "192.168.1.253")


def test_a_network_of_addresses_counts_as_one(access: Access) -> None:
    for number in range(FREE):
        wrong_logins(access, f"2001:db8::{number:x}")()
    with pytest.raises(TooManyTries):
        access.login(PIN, "2001:db8::ffff:1")
    assert access.login(PIN, "2001:db8:0:1::1")
    assert guesser("::ffff:192.168.1.7") == guesser("192.168.1.7")
    assert guesser("fe80::1%eth0") == guesser("fe80::2")


def test_guessing_by_all_addresses_takes_a_year_in_the_mean(path: Path, clock: TimeOfDay) -> None:
    """What one address tries in a week of never resting, times all of them, against what there is."""
    access, began, tried = Access(path, PIN, clock, clock), clock.now, 0
    while clock.now < began + 7 * 86400:
        try:
            access.login("000000000", "guesser")
        except TooManyTries as error:
            clock.now += error.retry_after_s
        except WrongPin:
            tried += 1
    a_year = tried * GUESSERS * A_YEAR_S / (clock.now - began)
    assert a_year < 10**PIN_DIGITS / 2
    assert len(CODE_LETTERS) ** CODE_LENGTH > a_year
    assert is_long_enough("1" * PIN_DIGITS)


def test_a_right_pin_forgives(access: Access) -> None:
    for _ in range(2 * FREE):
        access.login(PIN, "phone")


def test_codes_cannot_be_guessed_faster_than_the_pin(access: Access) -> None:
    for _ in range(FREE):
        with pytest.raises(WrongPin, match="does not open"):
            access.join(ANA, "Ana", "ABCDEF", "phone", "phone")
    with pytest.raises(TooManyTries, match="too many"):
        access.login(PIN, "phone")
