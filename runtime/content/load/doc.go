// Package load turns folders of content into a checked catalog: YAML into
// nodes with places, schemas into words a designer understands, scripts into
// sources with names.
//
// Layer content, beside script. It knows diag, def and the schemas; it does not
// compile Lua, does not know what a rule means, and does not know that a game
// is running. It alone imports the YAML and JSON Schema libraries: whatever
// they return or do wrong (panics, faults without a line, random order) ends
// here.
package load
