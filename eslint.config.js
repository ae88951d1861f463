// What the pages' scripts are held to, beside their shape (prettier) and their types (tsc).

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "**/.venv*/", "**/*.d.ts"] },
  js.configs.recommended,
  {
    files: ["web/static/**/*.js"],
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
];
