// What the pages' scripts are held to, beside their shape (prettier) and their types (tsc).

import js from "@eslint/js";
import esX from "eslint-plugin-es-x";
import globals from "globals";

export default [
  { ignores: ["build/", "**/.venv*/", "**/*.d.ts"] },
  { ...js.configs.recommended, ignores: ["web/static/js/vendor/**"] },
  {
    // Chromium 80 and Safari 14.1 know the language of 2020 and the fields of classes, not their private
    // methods. What is built in is told by its types (tsc, tests/checks/browser_floor.js).
    ...esX.configs["flat/restrict-to-es2020"],
    files: ["web/static/**/*.js", "companion/hub/*.js"],
  },
  {
    files: ["web/static/**/*.js", "companion/hub/*.js"],
    rules: {
      "es-x/no-class-instance-fields": "off",
      "es-x/no-class-private-fields": "off",
      "es-x/no-class-static-fields": "off",
    },
  },
  {
    // What tells old browsers that they are too old must be read by them.
    files: ["web/static/js/first.js"],
    plugins: { "es-x": esX },
    languageOptions: { ecmaVersion: 5, sourceType: "script", globals: globals.browser },
  },
  {
    files: ["web/static/**/*.js", "companion/hub/*.js"],
    ignores: ["web/static/js/first.js", "web/static/js/vendor/**"],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "consistent-return": "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "no-alert": "off",
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-lonely-if": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["tests/**/*.js"], languageOptions: { globals: globals.node } },
];
