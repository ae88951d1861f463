// The styles keep to what Chromium 80 and Safari 14.1 know; what is newer has something to fall back on.

/** Where these are not known, the page is as good, or something else does the same. */
const FALLS_BACK = [
  "css-container-query-units", // a size from the screen's height stands before it
  "css-focus-visible", // the browser's own outline
  "css-not-sel-list", // held by selector-not-notation, which looks into the brackets
  "css-overscroll-behavior", // the page scrolls on
  "css-scrollbar", // the browser's own scroll bar
  "css-touch-action", // a finger also scrolls
  "css3-cursors-grab", // another pointer
  "flexbox-gap", // pages/gaps.js
];

export default {
  plugins: ["stylelint-no-unsupported-browser-features"],
  reportNeedlessDisables: true,
  rules: {
    "function-disallowed-list": ["color", "lch", "lab", "oklch", "light-dark", "round"],
    "media-feature-range-notation": "prefix",
    "plugin/no-unsupported-browser-features": [
      true,
      {
        browsers: ["chrome 80", "safari 14.1", "ios_saf 14.5"],
        ignore: FALLS_BACK,
        ignorePartialSupport: true,
      },
    ],
    "property-disallowed-list": [
      [
        "/^inset/",
        "/^(margin|padding|border)-(block|inline)/",
        "aspect-ratio",
        "rotate",
        "scale",
        "translate",
      ],
      { message: (name) => `${name} is not known to Chromium 80 or Safari 14.1` },
    ],
    "declaration-property-value-disallowed-list": { "/.*/": ["/[0-9](d|s|l)v[hw]\\b/"] },
    "selector-disallowed-list": ["/:(is|where|has)\\(/"],
    "selector-not-notation": "simple",
  },
};
