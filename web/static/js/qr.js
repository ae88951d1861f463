// @ts-nocheck - plain numbers all the way
// A QR code (ISO/IEC 18004): bytes, error correction L, versions 1 to 5 (one block each), mask 0. Enough for a link.

import { svg } from "./dom.js";

/** By version: how many codewords hold data, and how many correct errors. */
const CODEWORDS = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
];
const HEAD_BYTES = 2;
/** Level L and mask 0, with their own error correction (table C.1). */
const FORMAT = "111011111000100";
const QUIET = 4;

/** The text as a drawing, dark on light; null if it is too long. */
export function qr(text, label) {
  const modules = encode(new TextEncoder().encode(text));
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const dark = modules.flatMap((row, y) =>
    row.map((on, x) => (on ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")),
  );
  return svg(
    "svg",
    {
      viewBox: `0 0 ${size} ${size}`,
      class: "qr",
      role: "img",
      "aria-label": label,
      "shape-rendering": "crispEdges",
    },
    svg("rect", { width: size, height: size, fill: "#fff" }),
    svg("path", { d: dark.join(""), fill: "#000" }),
  );
}

/** Rows of modules, true where dark. */
export function encode(bytes) {
  const version = CODEWORDS.findIndex(([data]) => bytes.length + HEAD_BYTES <= data) + 1;
  if (version === 0) return null;
  const [dataCount, correctionCount] = CODEWORDS[version - 1];
  const data = codewords(bytes, dataCount);
  return place([...data, ...correction(data, correctionCount)], version);
}

function codewords(bytes, count) {
  const nibbles = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...[...bytes].flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const data = [];
  for (let i = 0; i + 1 < nibbles.length; i += 2) data.push((nibbles[i] << 4) | nibbles[i + 1]);
  for (let pad = 0xec; data.length < count; pad ^= 0xec ^ 0x11) data.push(pad);
  return data;
}

// Reed-Solomon over GF(256), with x⁸ + x⁴ + x³ + x² + 1.

function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

function correction(data, count) {
  let generator = [1];
  for (let i = 0, root = 1; i < count; i++, root = times(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, k) => value ^ (k > 0 ? times(generator[k - 1], root) : 0));
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i];
    generator.forEach((value, k) => (rest[i + k] ^= times(value, lead)));
  }
  return rest.slice(data.length);
}

function place(words, version) {
  const size = 17 + 4 * version;
  const modules = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (row, column, dark) => {
    if (modules[row]?.[column] !== undefined) modules[row][column] = dark;
  };
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ])
    square(set, row, column, 4, (d) => d !== 2 && d !== 4);
  if (version > 1) square(set, size - 7, size - 7, 2, (d) => d !== 1);
  for (let i = 8; i < size - 8; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  set(size - 8, 8, true);
  [...FORMAT].forEach((bit, i) => {
    const dark = bit === "1";
    const near = i < 6 ? [8, i] : i < 8 ? [8, i + 1] : i === 8 ? [7, 8] : [14 - i, 8];
    const far = i < 7 ? [size - 1 - i, 8] : [8, size - 15 + i];
    set(...near, dark);
    set(...far, dark);
  });
  fill(modules, words);
  return modules;
}

function square(set, row, column, radius, dark) {
  for (let y = -radius; y <= radius; y++) {
    for (let x = -radius; x <= radius; x++)
      set(row + y, column + x, dark(Math.max(Math.abs(x), Math.abs(y))));
  }
}

/** Lay the bits in columns of two, up and down from the right, and mask them. */
function fill(modules, words) {
  const size = modules.length;
  let bit = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (modules[row][column] !== null) continue;
        const dark = bit < words.length * 8 && (words[bit >> 3] >> (7 - (bit & 7))) & 1;
        modules[row][column] = Boolean(dark) !== ((row + column) % 2 === 0);
        bit += 1;
      }
    }
    up = !up;
  }
}
