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
    network.eval()
    inputs = ["picture", "besides"][: len(examples)]
    axes = dict.fromkeys((*inputs, "outputs"), dynamic)
    with catch_warnings(action="ignore", category=DeprecationWarning):  # the new way writes larger files
        torch.onnx.export(
            network,
            examples,
            str(out),
            opset_version=OPSET,
            input_names=inputs,
            output_names=["outputs"],
            dynamic_axes=axes,
            dynamo=False,
        )
    model = onnx.load(out)
    halved(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, out)


def halved(graph: onnx.GraphProto) -> None:
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
