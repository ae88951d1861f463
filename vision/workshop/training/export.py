"""Writes a trained network as a small ONNX file: weights in half precision, converted when loaded."""

from pathlib import Path
from warnings import catch_warnings

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

OPSET = 13


def export(network: nn.Module, *examples: torch.Tensor, out: Path, dynamic: dict[int, str]) -> None:
    """Write ``network`` to ``out``; ``dynamic`` names the axes of inputs and output that may vary."""
    names = (*("picture", "besides")[: len(examples)], "outputs")
    export_named(network, examples, out, dict.fromkeys(names, dynamic))


def export_named(
    network: nn.Module,
    examples: tuple[torch.Tensor, ...],
    out: Path,
    axes: dict[str, dict[int, str]],
) -> None:
    """Write ``network`` to ``out``; ``axes``: by the name of each input, and last of the output, those
    that may vary."""
    network.eval()
    *inputs, output = axes
    with catch_warnings(action="ignore"):  # the new way writes larger files
        torch.onnx.export(
            network,
            examples,
            str(out),
            opset_version=OPSET,
            input_names=inputs,
            output_names=[output],
            dynamic_axes=axes,
            dynamo=False,
        )
    model = onnx.load(out)
    _halve(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, out)


def _halve(graph: onnx.GraphProto) -> None:
    """Store every float weight of more than a few numbers in half precision, followed by a cast."""
    casts = []
    for number, weight in enumerate(graph.initializer):
        if weight.data_type != TensorProto.FLOAT or np.prod(weight.dims) < 64:
            continue
        half = numpy_helper.from_array(
            numpy_helper.to_array(weight).astype(np.float16), weight.name + ".half"
        )
        casts.append(
            helper.make_node("Cast", [half.name], [weight.name], f"up.{number}", to=TensorProto.FLOAT)
        )
        weight.CopyFrom(half)
    nodes = [*casts, *graph.node]
    del graph.node[:]
    graph.node.extend(nodes)
