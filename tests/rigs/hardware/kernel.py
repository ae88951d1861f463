"""The guest's kernel: User Mode Linux with Linux's own GPIO simulator, from Debian's source."""

import os
import platform
import re
import shutil
import subprocess
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from tests.rigs.commands import how_it_failed, ran

TOOLS = {"gcc": "gcc", "make": "make", "flex": "flex", "bison": "bison", "bc": "bc", "xz": "xz-utils"}
"""What it is built with, and Debian's package of each."""
_OPTIONS = """
64BIT PRINTK BUG TTY BINFMT_ELF BINFMT_SCRIPT MULTIUSER FUTEX EPOLL SIGNALFD TIMERFD EVENTFD
POSIX_TIMERS HIGH_RES_TIMERS NO_HZ_IDLE FILE_LOCKING ADVISE_SYSCALLS MEMBARRIER AIO
SHMEM TMPFS PROC_FS PROC_SYSCTL SYSFS DEVTMPFS CONFIGFS_FS HOSTFS INOTIFY_USER
STDERR_CONSOLE NULL_CHAN MAGIC_SYSRQ UNIX98_PTYS NET UNIX HW_RANDOM UML_RANDOM
UML_TIME_TRAVEL_SUPPORT
GPIOLIB GPIO_CDEV GPIO_SIM
VIRTIO_MENU VIRTIO_UML UML_PCI_OVER_VIRTIO
"""
OPTIONS = tuple(_OPTIONS.split())
"""What the kernel needs to run Debian's programs from the host's own files, and the simulator. PCI is
there for the spare interrupt numbers that it brings: the simulator takes one for each key."""
WITH_PAGES = (*OPTIONS, "INET")
"""What it needs to serve pages, too: they take a quarter of the building, 52 of 224 s of computing."""
LEFT_OUT = ("BLOCK", "IPV6", "ETHTOOL_NETLINK", "INET_DIAG", "WIRELESS", "ETHERNET", "WLAN")
"""What would come by itself, and take its time to build."""
VALUES = {"UML_PCI_OVER_VIRTIO_DEVICE_ID": "1234", "KERNEL_STACK_ORDER": "4"}
"""Among these the size of a stack, 16 pages: the processor's registers are saved there, twice."""
AT_ONCE = (
    (r"(#include <linux/)(irq\.h>\n)", r"\1hrtimer.h>\n#include <linux/version.h>\n\1\2"),
    (r"(\tstruct irq_work\s+work;\n)", r"\1\tstruct hrtimer\t\ttimer;\n"),
    (
        r"irq_work_queue\(&(\S+)->work\);",
        r"hrtimer_start(&\1->timer, 0, HRTIMER_MODE_REL_HARD);",
    ),
    (
        r"(static int irq_sim_domain_map\()",
        r"""static enum hrtimer_restart irq_sim_timer(struct hrtimer *timer)
{
	irq_sim_handle_irq(&container_of(timer, struct irq_sim_work_ctx, timer)->work);
	return HRTIMER_NORESTART;
}

\1""",
    ),
    (
        r"(\t(\w+)->work = IRQ_WORK_INIT_HARD\(irq_sim_handle_irq\);\n)",
        r"""\1#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup(&\2->timer, irq_sim_timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
#else
	hrtimer_init(&\2->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_HARD);
	\2->timer.function = irq_sim_timer;
#endif
""",
    ),
)
"""What is put in another's place in the simulator of interrupts, found by patterns: its text
differs a little from version to version. It asks the processor to interrupt itself, which this one's
cannot: each edge would wait for the clock's next tick, up to 10 ms. A timer due at once does it."""
SIMULATOR = "kernel/irq/irq_sim.c"
ROOM_FOR_ALL = ((r"(DEFINE_LONGS\(HOST_FP_SIZE, )\d+\)", r"\g<1>16384)"),)
"""The same in what is known of the host: bytes for its processor's registers of numbers and matrices.
The kernel leaves 2,696, and stops at once on a processor whose matrices bring them to 11,008; more than
it has do no harm."""
REGISTERS = "arch/x86/um/user-offsets.c"


class CannotBuild(Exception):
    """The kernel cannot be made on this machine; the text says why."""


def kernel(folder: Path, options: tuple[str, ...]) -> Path:
    """Return a kernel with these options, a program; made the first time, in minutes.

    Raises CannotBuild.
    """
    recipe = sha256(repr((options, LEFT_OUT, VALUES, AT_ONCE, ROOM_FOR_ALL)).encode()).hexdigest()[:8]
    made = folder.resolve() / f"linux-{recipe}"
    if not made.exists():
        _check_the_machine()
        began = time.monotonic()
        print("the guest's kernel is built, once: this takes some minutes", flush=True)
        unpacked = made.with_suffix(".source")
        shutil.rmtree(unpacked, ignore_errors=True)
        unpacked.mkdir(parents=True)
        try:
            _make(_source(unpacked), options, made)
        finally:
            shutil.rmtree(unpacked, ignore_errors=True)
        print(f"the kernel was built in {time.monotonic() - began:.0f} s", flush=True)
    return made


def _check_the_machine() -> None:
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        raise CannotBuild("User Mode Linux is for Linux on x86-64")
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        raise CannotBuild("the kernel's source comes from Debian, which this is not")
    missing = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    if missing:
        raise CannotBuild(f"missing: sudo apt install {' '.join(missing)}")


def _source(folder: Path) -> Path:
    """Return Debian's kernel source, unpacked."""
    told = _ran(folder, "apt-cache", "depends", "linux-source")
    named = re.search(r"linux-source-[\d.]+", told)
    if named is None:
        raise CannotBuild("Debian has no linux-source here")
    _ran(folder, "apt-get", "download", "-q", named[0])
    package = next(folder.glob(f"{named[0]}_*.deb"))
    tarball = f"./usr/src/{named[0]}.tar.xz"
    pipe = f"dpkg-deb --fsys-tarfile {package.name} | tar xO {tarball} | tar xJ"
    _ran(folder, "bash", "-o", "pipefail", "-c", pipe)
    return folder / named[0]


def rewritten(text: str, patterns: Sequence[tuple[str, str]], name: str) -> str:
    """Return a source with each of the patterns replaced. Raises CannotBuild where it is another."""
    for usual, ours in patterns:
        text, count = re.subn(usual, ours, text)
        if count != 1:
            raise CannotBuild(f"{name} is another than the one that is known")
    return text


def _rewrite(source: Path, name: str, patterns: Sequence[tuple[str, str]]) -> None:
    text = rewritten((source / name).read_text(), patterns, f"{name} of {source.name}")
    (source / name).write_text(text)


def _make(source: Path, options: tuple[str, ...], made: Path) -> None:
    make = ("make", "-s", "ARCH=um", f"-j{os.cpu_count()}")
    _rewrite(source, SIMULATOR, AT_ONCE)
    _rewrite(source, REGISTERS, ROOM_FOR_ALL)
    _ran(source, *make, "tinyconfig")
    words = [word for option in options for word in ("-e", option)]
    words += [word for option in LEFT_OUT for word in ("-d", option)]
    words += [word for option, value in VALUES.items() for word in ("--set-val", option, value)]
    _ran(source, "scripts/config", *words)
    _ran(source, *make, "olddefconfig")
    config = (source / ".config").read_text().splitlines()
    left_out = [option for option in options if f"CONFIG_{option}=y" not in config]
    if left_out:
        raise CannotBuild(f"this kernel has no {', '.join(left_out)}")
    _ran(source, *make, "linux")
    unfinished = made.with_suffix(".unfinished")
    _ran(source, "strip", "-o", str(unfinished), "linux")
    unfinished.rename(made)


def _ran(folder: Path, *words: str) -> str:
    try:
        return ran(*words, folder=folder)
    except subprocess.CalledProcessError as error:
        raise CannotBuild(how_it_failed(error)) from error
