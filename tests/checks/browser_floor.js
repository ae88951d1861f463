// Tells what the pages' scripts use of the browser that Chromium 80 or Safari 14.1 does not have.
//
// Lint knows the language, and tsc what is built into it; what belongs to the document is known by its types:
// each property of an interface of lib.dom is looked up in MDN's table of which browser has it since when. A
// line above it that says `browser-floor:` and why lets one pass that falls back on something.

import bcd from "@mdn/browser-compat-data" with { type: "json" };
import ts from "typescript";

const FLOOR = { chrome: 80, safari: 14.1, safari_ios: 14.5 };
const EXCUSED = "browser-floor:";

const { config } = ts.readConfigFile("tsconfig.json", ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ".");
const program = ts.createProgram(fileNames, options);
const checker = program.getTypeChecker();
const complaints = program
  .getSourceFiles()
  .filter(({ fileName }) => fileNames.includes(fileName) && fileName.endsWith(".js"))
  .flatMap(complaintsOf);
complaints.forEach((words) => console.error(words));
process.exitCode = complaints.length ? 1 : 0;

/** @param {ts.SourceFile} file */
function complaintsOf(file) {
  const lines = file.text.split("\n");
  const found = [];
  const look = (node) => {
    const named = ts.isPropertyAccessExpression(node) ? node.name : ts.isIdentifier(node) ? node : null;
    const missing = named && missingIn(checker.getSymbolAtLocation(named));
    if (missing) {
      const line = file.getLineAndCharacterOfPosition(named.getStart()).line;
      if (!lines.slice(Math.max(0, line - 2), line).some((words) => words.includes(EXCUSED)))
        found.push(`${file.fileName}:${line + 1}: ${missing}`);
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return [...new Set(found)];
}

/** What is not there on the floor, of what a name in a script means; null: nothing. */
function missingIn(symbol) {
  const declared = symbol?.declarations?.[0];
  if (!declared || !/lib\.(dom|es)[\w.]*\.d\.ts$/.test(declared.getSourceFile().fileName)) return null;
  const owner = ts.isInterfaceDeclaration(declared.parent) ? declared.parent.name.text : null;
  const path = owner ? [owner, symbol.name] : [symbol.name];
  const told = compatOf(path);
  const late = Object.entries(FLOOR).filter(([browser, floor]) => told && !isThere(told[browser], floor));
  return late.length ? `${path.join(".")} is not in ${late.map(([name, at]) => `${name} ${at}`).join(", ")}` : null;
}

/** MDN's word on a member of an interface, or on what is global. */
function compatOf([owner, member]) {
  const plain = owner.replace(/(Constructor|EventMap|GlobalEventHandlers)$/, "");
  const name = member?.startsWith("on") ? `${member.slice(2)}_event` : member;
  const within = (of) => (name === undefined ? of?.[plain] : of?.[plain]?.[name]);
  return (within(bcd.api) ?? within(bcd.javascript.builtins))?.__compat?.support;
}

function isThere(support, floor) {
  const told = (Array.isArray(support) ? support : [support]).filter(
    (one) => one && !one.flags && !one.prefix && !one.alternative_name,
  );
  return told.some(({ version_added: since, version_removed: gone }) => {
    const is = since === true || Number.parseFloat(String(since).replace("≤", "")) <= floor;
    return is && (!gone || Number.parseFloat(gone) > floor);
  });
}
