"""The rig's own changes to the guest's kernel: made whole, or the rig says why not."""

import pytest

from tests.rigs.hardware.kernel import AT_ONCE, ROOM_FOR_ALL, CannotBuild, rewritten

OLD = """#include <linux/irq.h>
#include <linux/irq_work.h>
struct ctx {
\tstruct irq_work\t\twork;
};
\tirq_work_queue(&irq_ctx->work_ctx->work);
static int irq_sim_domain_map(void);
\twork_ctx->work = IRQ_WORK_INIT_HARD(irq_sim_handle_irq);
"""
OTHER = OLD.replace("\t\twork;", " work;").replace("work_ctx", "ctx").replace("irq_ctx->ctx", "one->ctx")


@pytest.mark.parametrize("text", [OLD, OTHER])
def test_a_timer_takes_the_place_of_what_this_kernel_cannot(text: str) -> None:
    changed = rewritten(text, AT_ONCE, "irq_sim.c of linux-source-6.1")
    name = "ctx" if text == OTHER else "work_ctx"
    assert "irq_work_queue" not in changed
    assert f"->{name}->timer, 0, HRTIMER_MODE_REL_HARD);" in changed
    assert f"hrtimer_setup(&{name}->timer, irq_sim_timer" in changed, "from Linux 6.13 on"
    assert f"{name}->timer.function = irq_sim_timer;" in changed, "before that"


@pytest.mark.parametrize("line", OLD.splitlines())
def test_a_source_that_is_not_known_is_not_built_and_said(line: str) -> None:
    without = OLD.replace(f"{line}\n", "")
    if line in ("#include <linux/irq_work.h>", "struct ctx {", "};"):
        assert rewritten(without, AT_ONCE, "irq_sim.c of linux-source-7.0")
        return
    with pytest.raises(CannotBuild, match=r"of linux-source-7\.0 is another than the one that is known"):
        rewritten(without, AT_ONCE, "irq_sim.c of linux-source-7.0")


def test_the_guest_has_room_for_the_registers_of_any_processor() -> None:
    text = "#ifdef FP_XSTATE_MAGIC1\n\tDEFINE_LONGS(HOST_FP_SIZE, 2696);\n#else\n"
    assert "HOST_FP_SIZE, 16384);" in rewritten(text, ROOM_FOR_ALL, "user-offsets.c")
