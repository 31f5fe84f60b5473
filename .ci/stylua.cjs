// Formats Lua files, or checks their format, with StyLua's WebAssembly package:
//   node stylua.cjs PACKAGE check|write FOLDER...
// PACKAGE is the folder that @johnnymorganz/stylua was installed into. The
// settings are those of .stylua.toml, which editors also read.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

// Maps the words in .stylua.toml to the enumerations of the package.
const enumerations = {
  syntax: "LuaVersion",
  line_endings: "LineEndings",
  indent_type: "IndentType",
  quote_style: "QuoteStyle",
  call_parentheses: "CallParenType",
  collapse_simple_statement: "CollapseSimpleStatement",
};

function settings(stylua, file) {
  const config = stylua.Config.new();
  for (const line of fs.readFileSync(file, "utf8").split("\n")) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const match = /^(\w+)\s*=\s*(?:"(\w+)"|(\d+))\s*$/.exec(line);
    if (!match) throw new Error(`${file}: not understood: ${line}`);
    const [, key, word, number] = match;
    const value = word === undefined ? Number(number) : stylua[enumerations[key]]?.[word];
    if (value === undefined || !(key in config)) throw new Error(`${file}: unknown setting: ${line}`);
    config[key] = value;
  }
  return config;
}

function luaFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => name.endsWith(".lua"))
    .sort();
}

function main([packageFolder, mode, ...folders]) {
  if (!["check", "write"].includes(mode) || folders.length === 0) throw new Error("usage: stylua.cjs PACKAGE check|write FOLDER...");
  const stylua = require(path.join(path.resolve(packageFolder), "node_modules/@johnnymorganz/stylua"));
  const files = folders.flatMap(luaFiles);
  if (files.length === 0) throw new Error(`no Lua files in ${folders.join(", ")}`);
  let wrong = 0;
  for (const file of files) {
    const before = fs.readFileSync(file, "utf8");
    // formatCode consumes its configuration.
    const after = stylua.formatCode(before, settings(stylua, ".stylua.toml"), undefined, stylua.OutputVerification.Full);
    if (before === after) continue;
    wrong++;
    console.log(mode === "write" ? `formatted ${file}` : `${file} is not formatted; first at line ${firstDifference(before, after)}`);
    if (mode === "write") fs.writeFileSync(file, after);
  }
  console.log(`${files.length} files, ${wrong} not formatted`);
  if (wrong > 0 && mode === "check") process.exitCode = 1;
}

function firstDifference(before, after) {
  const [a, b] = [before.split("\n"), after.split("\n")];
  return a.findIndex((line, i) => line !== b[i]) + 1;
}

main(process.argv.slice(2));
