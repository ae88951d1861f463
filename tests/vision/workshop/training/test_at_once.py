"""Networks are trained at once, and none goes on when the training is stopped."""

import signal
import subprocess
import sys

BEGUN = """
import os, signal, sys
from functools import partial
from vision.workshop.training.at_once import NotAllDone, at_once, of_each

def write(line):
    os.write(1, line.encode())

def wait(line):
    write(line)
    signal.pause()

def fail():
    sys.exit(3)

try:
    {begin}
except NotAllDone as fault:
    write(f"{{fault}}\\n")
"""


def _begun(works: str) -> "subprocess.Popen[str]":
    return _program(f"at_once([{works}])")


def _program(begin: str) -> "subprocess.Popen[str]":
    program = BEGUN.format(begin=begin)
    return subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)


def test_all_are_done() -> None:
    with _begun("partial(write, 'one\\n'), partial(write, 'other\\n')") as begun:
        assert begun.stdout is not None
        assert sorted(begun.stdout) == ["one\n", "other\n"]


def test_the_others_are_done_though_one_fails() -> None:
    with _begun("fail, partial(write, 'other\\n')") as begun:
        assert begun.stdout is not None
        assert list(begun.stdout) == ["other\n", "1 of 2 failed\n"]


def test_all_end_when_what_began_them_is_killed() -> None:
    with _begun("partial(wait, 'one\\n'), partial(wait, 'other\\n')") as begun:
        assert begun.stdout is not None
        assert sorted([begun.stdout.readline(), begun.stdout.readline()]) == ["one\n", "other\n"]
        begun.send_signal(signal.SIGKILL)
        assert begun.stdout.read() == ""  # ends only when every process has closed it


def test_what_is_made_of_each_comes_in_their_order() -> None:
    with _program("print(of_each(abs, [-3, 1, -2]))") as begun:
        assert begun.stdout is not None
        assert begun.stdout.read() == "[3, 1, 2]\n"


def test_those_that_make_something_of_each_end_with_what_began_them() -> None:
    with _program("of_each(wait, ['one\\n'])") as begun:
        assert begun.stdout is not None
        assert begun.stdout.readline() == "one\n"
        begun.send_signal(signal.SIGKILL)
        assert begun.stdout.read() == ""
