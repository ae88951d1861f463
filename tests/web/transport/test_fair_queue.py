"""Whose request is answered next."""

from dataclasses import dataclass, field

from web.transport.fair_queue import (
    AT_ONCE_OF_ONE,
    AT_ONCE_OF_ONE_UNNAMED,
    STRANGERS_AT_ONCE,
    STRANGERS_REST,
    CallerStanding,
    FairQueue,
)

HOST = CallerStanding("192.168.1.2", known=True, has_token=True, is_host=True)
OWN_MACHINE = CallerStanding("127.0.0.1", known=True)
NEWCOMER = CallerStanding("192.168.1.7", known=False)


@dataclass
class Asked:
    """A request that waits."""

    standing: CallerStanding
    log: list[str] = field(default_factory=list)

    def service(self) -> None:
        raise AssertionError("nobody answers here")

    def cancel(self) -> None:
        raise AssertionError("nobody answers here")


def stranger(number: int) -> CallerStanding:
    return CallerStanding(f"192.168.2.{number}", known=False)


def taken(queue: FairQueue, now: float) -> CallerStanding | None:
    task = queue.next(now)
    return None if task is None else task.standing


def test_who_belongs_to_the_table_goes_before_all_strangers() -> None:
    queue = FairQueue()
    for number in range(50):
        queue.append(Asked(stranger(number)))
    queue.append(Asked(HOST))
    assert taken(queue, 0.0) == HOST


def test_only_few_strangers_are_answered_at_once_and_they_rest_longer_than_they_took() -> None:
    queue = FairQueue()
    for number in range(5):
        queue.append(Asked(stranger(number)))
    first = [taken(queue, 0.0) for _ in range(STRANGERS_AT_ONCE)]
    assert None not in first
    assert taken(queue, 0.0) is None
    assert first[0] is not None
    queue.done(first[0], 0.5, 0.5)
    assert taken(queue, 0.9) is None
    assert queue.rests_s(0.9) is not None
    assert taken(queue, 0.51 + STRANGERS_REST * 0.5) == stranger(2)


def test_a_newcomer_goes_before_those_who_ask_all_the_time() -> None:
    queue, now = FairQueue(), 0.0
    for number in range(50):
        queue.append(Asked(stranger(number)))
    while (who := taken(queue, now)) is not None:
        queue.done(who, 0.01, now)
        queue.append(Asked(who))
        now += 0.05
        if now > 8.0:
            break
    queue.append(Asked(NEWCOMER))
    assert taken(queue, now + 1.0) == NEWCOMER


def test_one_caller_is_not_answered_more_than_a_few_times_at_once() -> None:
    queue = FairQueue()
    for who in [HOST] * 20 + [OWN_MACHINE] * 20:
        queue.append(Asked(who))
    at_once = [taken(queue, 0.0) for _ in range(40)]
    assert at_once.count(HOST) == AT_ONCE_OF_ONE
    assert at_once.count(OWN_MACHINE) == AT_ONCE_OF_ONE_UNNAMED
    queue.done(HOST, 0.1, 0.1)
    assert taken(queue, 0.1) == HOST
