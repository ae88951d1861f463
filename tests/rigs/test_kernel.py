"""The rig's own change to the kernel's simulator of interrupts: made whole, or the rig says why not."""

import pytest

from tests.rigs.hardware.kernel import CannotBuild, interrupting_at_once

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
    changed = interrupting_at_once(text, "linux-source-6.1")
    name = "ctx" if text == OTHER else "work_ctx"
    assert "irq_work_queue" not in changed
    assert f"->{name}->timer, 0, HRTIMER_MODE_REL_HARD);" in changed
    assert f"hrtimer_setup(&{name}->timer, irq_sim_timer" in changed, "from Linux 6.13 on"
    assert f"{name}->timer.function = irq_sim_timer;" in changed, "before that"


@pytest.mark.parametrize("line", OLD.splitlines())
def test_a_source_that_is_not_known_is_not_built_and_said(line: str) -> None:
    without = OLD.replace(f"{line}\n", "")
    if line in ("#include <linux/irq_work.h>", "struct ctx {", "};"):
        assert interrupting_at_once(without, "linux-source-7.0")
        return
    with pytest.raises(CannotBuild, match=r"of linux-source-7\.0 is another than the one that is known"):
        interrupting_at_once(without, "linux-source-7.0")
