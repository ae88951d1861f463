"""Other colours and light for a picture taken or painted once: a die of another make, a lamp."""

import cv2
import numpy as np

from vision.frame import ImageBgr


def recoloured(rng: np.random.Generator, image_bgr: ImageBgr) -> ImageBgr:
    """Return the picture with other colours, light, sharpness and grain."""
    image = image_bgr.astype(np.float32)
    if rng.random() < 0.3:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.08:
        image = 255 - image
    if rng.random() < 0.5:
        grey = image.mean(2, keepdims=True)
        image = grey + (image - grey) * float(rng.uniform(0, 1.6))
    middle = image.mean()
    gain = rng.uniform(0.65, 1.25) * rng.uniform(0.93, 1.07, 3)
    image = (image - middle) * float(rng.uniform(0.6, 1.25)) + middle * gain
    image = 255 * (np.clip(image, 0, 255) / 255) ** float(rng.uniform(0.75, 1.35))
    if rng.random() < 0.25:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.0)))
    image = image + rng.normal(0, rng.uniform(0, 5), image.shape)
    return np.asarray(np.clip(image, 0, 255), np.uint8)
