"""The dice game's referee as a model: hypotheses of what hands did, each with its probability."""
