"""Reports the state of the game to the home. The table never waits for it, and plays on without it."""

from collections.abc import Callable
from contextlib import closing
from datetime import datetime

from companion.games.game import EVERYONE
from companion.table.home.broker import Broker
from companion.table.home.connection import BrokerConnection
from companion.table.home.glass import HomeGlass
from companion.table.home.place import BrokerPlace
from companion.table.home.told import OFFLINE, ONLINE, config_told, state_told
from companion.table.home.topics import Topics
from companion.table.supervision.supervisor import Fault, WorkerLease
from companion.table.table import Table
from companion.table.workers import LONGEST_WAIT_S
from vision.clock import Clock

PART = "home"
GONE_AFTER_S = 10.0
"""Seconds after which an absent broker is reported: one that only restarts is back earlier."""


class HomeWorker:
    """Sends the broker the news, and everything whenever the broker or Home Assistant has come back."""

    name = PART
    allowed_s = 10.0

    def __init__(
        self,
        table: Table,
        clock: Clock,
        time_of_day: Callable[[], datetime],
        place: BrokerPlace,
        topics: Topics,
        *,
        with_names: bool,
    ) -> None:
        self._table, self._clock, self._time_of_day = table, clock, time_of_day
        self._place, self._topics, self._with_names = place, topics, with_names
        self._config, self._glass, self._is_gone = config_told(topics), HomeGlass(), False

    def run(self, lease: WorkerLease) -> None:
        """Send until no longer wanted."""
        there_at = self._clock.now()
        with (
            self._table.woken() as woken,
            closing(Broker(self._place, self._topics, woken.set)) as broker,
        ):
            news = News(broker)
            while lease.wanted:
                lease.beat()
                if news.tell(self._now()):
                    there_at = self._clock.now()
                self._tell_gone(self._clock.now() - there_at > GONE_AFTER_S)
                self._clock.wait(woken, LONGEST_WAIT_S)
                woken.clear()
            broker.say(self._topics.availability, OFFLINE)

    def _now(self) -> dict[str, str]:
        """Return the messages to be sent now, by topic: the description before the state."""
        asked_at = self._clock.now()
        state = self._table.state(EVERYONE)
        self._glass = self._glass.after(state, asked_at, self._clock.now(), self._time_of_day())
        return {
            self._topics.config: self._config,
            self._topics.state: state_told(state, self._glass, with_names=self._with_names),
            self._topics.availability: ONLINE,
        }

    def _tell_gone(self, is_gone: bool) -> None:
        if is_gone != self._is_gone:
            self._table.report("broker", Fault(PART, "silent") if is_gone else None)
        self._is_gone = is_gone


class News:
    """The messages that the broker has, so that nothing is sent twice unless the broker wants everything
    again."""

    def __init__(self, broker: BrokerConnection) -> None:
        self._broker, self._wanted = broker, 0
        self._told: dict[str, str] = {}

    def tell(self, now: dict[str, str]) -> bool:
        """Send the news; return whether the broker is there."""
        if not self._broker.is_there:
            return False
        if self._broker.wanted != self._wanted:
            self._wanted, self._told = self._broker.wanted, {}
        for topic, words in now.items():
            if self._told.get(topic) != words:
                self._broker.say(topic, words)
        self._told = now
        return True
