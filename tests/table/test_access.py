"""Who is who: PIN, codes, tokens, and how guessing is slowed down."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError, TooManyTries, WrongPin
from companion.games.game import HOST, Seat, seat_role
from companion.table.access import CODE_LIFE_S, TOKEN_LIFE_S, Access, PinTooShort, Tries

PIN = "2468"
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


def test_a_pin_that_is_quickly_guessed_is_refused(path: Path, clock: TimeOfDay) -> None:
    with pytest.raises(PinTooShort, match="3 characters"):
        Access(path, "123", clock, clock)


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
    for _ in range(Tries.FREE):
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
    for _ in range(Tries.FREE):
        wrong_logins(access, "careless")()
    day.now += jump_s
    with pytest.raises(TooManyTries, match="too many"):
        access.login(PIN, "careless")
    clock.now += 3
    assert access.login(PIN, "careless")
    assert access.grant_of(token) is not None
    assert access.shown(BOB, "Bob") is not None
    assert access.join(ANA, "Ana", code, "phone", "phone")


def test_tokens_grow_old(access: Access, path: Path, clock: TimeOfDay) -> None:
    token = access.login(PIN, "phone")
    clock.now += TOKEN_LIFE_S + 1
    assert access.grant_of(token) is None
    assert Access(path, PIN, clock, clock).grant_of(token) is None


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
    assert access.phones(ANA, "Ana") == ["tablet"]
    assert access.grant_of(old) is None
    assert access.was_taken_over(ANA, "Ana")


def test_a_phone_that_lost_its_seat_may_take_it_back(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    old, new = joined(access, "old phone"), joined(access, "tablet")
    again = Access(path, PIN, clock, clock)
    again.take_back(old, may_return=False)
    assert again.phones(ANA, "Ana") == ["old phone"]
    assert again.grant_of(new) is None
    assert not again.was_taken_over(ANA, "Ana")
    again.take_back(new, may_return=True)
    assert again.grant_of(new) is None
    assert Access(path, PIN, clock, clock).phones(ANA, "Ana") == ["old phone"]


def test_only_the_last_that_lost_it_takes_a_seat_back(access: Access) -> None:
    oldest, old = joined(access, "oldest phone"), joined(access, "old phone")
    joined(access, "tablet")
    assert access.lost_seat(oldest) is None
    access.take_back(old, may_return=True)
    assert access.phones(ANA, "Ana") == ["old phone"]
    assert access.was_taken_over(ANA, "Ana")


def test_who_was_shown_nothing_yet_does_not_take_the_seat_back(access: Access) -> None:
    old, covered = joined(access, "old phone"), joined(access, "tablet")
    joined(access, "another", may_return=False)
    assert access.lost_seat(covered) is None
    assert access.lost_seat(old) is not None
    assert access.phones(ANA, "Cid") == []
    assert access.phones(BOB, "Bob") == []


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


def wrong_logins(access: Access, client: str) -> Callable[[], None]:
    def again() -> None:
        with pytest.raises(WrongPin, match="not the host's PIN"):
            access.login("0000", client)

    return again


def test_guessing_gets_slower_and_slower(access: Access, clock: TimeOfDay) -> None:
    guess = wrong_logins(access, "phone")
    for _ in range(Tries.FREE):
        guess()
    for wait in (1, 2, 4, 8):
        with pytest.raises(TooManyTries, match="too many") as caught:
            access.login(PIN, "phone")
        assert caught.value.retry_after_s == wait + 1
        clock.now += wait
        guess()


def test_one_guesser_does_not_lock_out_the_others(access: Access) -> None:
    for _ in range(Tries.FREE):
        wrong_logins(access, "guesser")()
    assert access.login(PIN, "host's phone")


def test_many_addresses_do_not_help_a_guesser(access: Access) -> None:
    for number in range(Tries.FREE_TOGETHER):
        wrong_logins(access, f"address {number}")()
    with pytest.raises(TooManyTries, match="too many"):
        access.login(PIN, "another address")


def test_no_wait_is_longer_than_five_minutes(access: Access, clock: TimeOfDay) -> None:
    guess = wrong_logins(access, "phone")
    for _ in range(Tries.FREE + 11):
        guess()
        clock.now += Tries.LONGEST_WAIT_S
    assert access.login(PIN, "phone")


def test_a_right_pin_forgives(access: Access) -> None:
    for _ in range(Tries.FREE_TOGETHER + 1):
        access.login(PIN, "phone")


def test_codes_cannot_be_guessed_faster_than_the_pin(access: Access) -> None:
    for _ in range(Tries.FREE):
        with pytest.raises(WrongPin, match="does not open"):
            access.join(ANA, "Ana", "ABCDEF", "phone", "phone")
    with pytest.raises(TooManyTries, match="too many"):
        access.login(PIN, "phone")


def test_guessers_do_not_keep_out_who_has_logged_in_before(
    access: Access, path: Path, clock: TimeOfDay
) -> None:
    access.login(PIN, "host's phone")
    again = Access(path, PIN, clock, clock)
    for number in range(Tries.FREE_TOGETHER):
        wrong_logins(again, f"stranger {number % 30}")()
    with pytest.raises(TooManyTries, match="too many"):
        again.login(PIN, "another address")
    assert again.login(PIN, "host's phone")
