// Checks an unpacked extension for VS Code: that the files named in its
// manifest exist, that its bundle needs nothing but the editor, and that its
// grammar finds Lua where it is.
//   node vsix.cjs FOLDER
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const { builtinModules } = require("node:module");
const path = require("node:path");

const folder = path.resolve(process.argv[2], "extension");
const manifest = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
const read = (name) => fs.readFileSync(path.join(folder, name), "utf8");

const files = [manifest.main, ...manifest.contributes.grammars.map((g) => g.path), ...manifest.contributes.snippets.map((s) => s.path)];
for (const file of files) assert(fs.existsSync(path.join(folder, file)), `${file} is in the package`);

const bundle = read(manifest.main);
const needed = new Set([...bundle.matchAll(/\brequire\("([^"]+)"\)/g)].map((m) => m[1]));
for (const name of needed) {
  assert(name === "vscode" || builtinModules.includes(name.replace(/^node:/, "")), `the bundle needs ${name}`);
}
for (const { command } of manifest.contributes.commands) assert(bundle.includes(`"${command}"`), `${command} is registered`);

for (const { type, configurationAttributes, configurationSnippets } of manifest.contributes.debuggers) {
  assert(bundle.includes(`("${type}"`), `a debugger of type ${type} is registered`);
  for (const { label, body } of configurationSnippets) {
    const known = Object.keys(configurationAttributes[body.request].properties);
    for (const key of Object.keys(body)) assert(["type", "request", "name", ...known].includes(key), `${label}: ${key} is an attribute`);
  }
}

for (const snippet of Object.values(JSON.parse(read("snippets.json")))) {
  assert(snippet.prefix && snippet.description && snippet.body.length > 0);
}

const [block, line] = JSON.parse(read("lua-in-yaml.json")).patterns;
assert.match("lua: |", new RegExp(block.begin));
assert.match("    lua: |-", new RegExp(block.begin));
assert.doesNotMatch("text: |", new RegExp(block.begin));
assert.equal("      where: die.value > 3".match(new RegExp(line.match))[3], "die.value > 3");
assert.equal("  - when: vars.hp == 1".match(new RegExp(line.match))[3], "vars.hp == 1");
assert.doesNotMatch("title: |", new RegExp(line.match));

console.log(`ok    the extension ${manifest.name} ${manifest.version}: ${files.length} files, ${needed.size} modules`);
