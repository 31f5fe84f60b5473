// The parts of CodeMirror that the studio uses, bundled into one file by `make
// editor`.
export { EditorView, basicSetup } from "codemirror";
export { EditorState, Compartment } from "@codemirror/state";
export { keymap } from "@codemirror/view";
export { indentWithTab } from "@codemirror/commands";
export { autocompletion } from "@codemirror/autocomplete";
export { lintGutter, setDiagnostics } from "@codemirror/lint";
export { yaml } from "@codemirror/lang-yaml";
export { StreamLanguage } from "@codemirror/language";
export { lua } from "@codemirror/legacy-modes/mode/lua";
