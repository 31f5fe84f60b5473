package diag

// Code is one sort of problem. Names are stable: tools may match on them.
type Code struct {
	Name     string
	Severity Severity
	// Meaning explains the problem to the author of the content.
	Meaning string
}

// Codes lists every sort of problem that Sleight reports, once.
var Codes = []Code{
	{"file/unreadable", Error, "A file or folder could not be read."},
	{"file/too-large", Error, "A file is larger than content may be."},
	{"file/encoding", Error, "A text file is not valid UTF-8."},
	{"file/misplaced", Error, "A file lies, or is named, so that it belongs to no pack."},
	{"file/name", Error, "A file has a name that not every system can have, or that some take for another's."},
	{"file/archive", Error, "An archive is broken, too large, or made to do harm."},
	{"file/link", Warning, "A symbolic link is not followed, so that content cannot reach outside of its folder."},
	{"content/yaml", Error, "The file is not well-formed YAML."},
	{"content/yaml-feature", Error, "The file uses a feature of YAML that content may not use, such as anchors, aliases, merge keys or tags."},
	{"content/value", Error, "A value has no meaning in JSON (NaN, infinity, a date, a key that is not a string) and so no safe meaning here."},
	{"content/depth", Error, "Values are nested deeper than content may be."},
	{"content/duplicate-key", Error, "The same key stands twice in one mapping."},
	{"content/duplicate-id", Error, "Two definitions have the same kind and id."},
	{"content/unknown-kind", Error, "No schema describes this kind of definition."},
	{"content/unknown-key", Error, "The kind has no such key."},
	{"content/missing-key", Error, "A required key is missing."},
	{"content/type", Error, "A value is of the wrong type."},
	{"content/range", Error, "A number lies outside its range."},
	{"content/enum", Error, "A value is not one of those allowed."},
	{"content/pattern", Error, "A text does not have the required form."},
	{"content/schema", Error, "A value does not fit the schema of its kind."},
	{"content/reference", Error, "A definition refers to something that does not exist."},
	{"content/extends", Error, "A definition cannot extend what it names."},
	{"content/rule", Error, "A game's rules contradict themselves or what the engine can do."},
	{"content/param-range", Warning, "A parameter lies outside the range its author called safe."},
	{"content/condition", Warning, "A condition never holds, or always does."},
	{"content/contradiction", Warning, "A text says something else than the number it speaks of."},
	{"content/empty", Error, "There is no content where some was expected."},
	{"pack/manifest", Error, "A pack's manifest contradicts itself or the place where it lies."},
	{"pack/version", Error, "A version or a range of versions cannot be read."},
	{"pack/engine", Error, "A pack is for another version of the engine."},
	{"pack/missing", Error, "A pack that another requires is not there, or not in the right version."},
	{"pack/conflict", Error, "Two packs are there that cannot be used together."},
	{"pack/cycle", Error, "Packs are to come after one another in a circle."},
	{"pack/game", Error, "A pack is for a game that no pack has."},
	{"pack/capability", Error, "A pack does what it has not asked for in its manifest."},
	{"pack/workspace", Error, "The file sleight.yaml of a workspace is not of its form."},
	{"pack/settled", Warning, "The workspace settles what needs no settling."},
	{"patch/target", Error, "A patch is of a definition that is not there, or that its pack does not build on."},
	{"patch/field", Error, "A patch changes what cannot be changed so."},
	{"patch/hook", Error, "A patch puts a function upon a hook where it cannot be."},
	{"patch/conflict", Error, "Two packs that do not know each other change the same value."},
	{"trust/key", Error, "A pack is signed with another key than before."},
	{"trust/unsigned", Error, "A pack that was signed before is not signed now."},
	{"trust/signature", Error, "A signature is not that of the archive beside it."},
	{"trust/unknown-key", Error, "A pack is signed with a key that nobody has named."},
	{"trust/store", Error, "The key that a pack is known by cannot be read."},
	{"schema/invalid", Error, "A schema is not a usable draft-07 JSON Schema."},
	{"schema/forbidden", Error, "A schema uses what schemas of packs may not use."},
	{"script/missing", Error, "The script that a definition names does not exist."},
	{"script/syntax", Error, "The script is not valid Lua."},
	{"script/too-large", Error, "The script is larger or more deeply nested than scripts may be."},
	{"script/unknown-global", Error, "The script uses a name that neither Lua nor Sleight defines."},
	{"script/unknown-name", Error, "The script names a variable, zone, phase, event, value or property that the game does not declare."},
	{"script/unknown-hook", Error, "The script defines a hook that nothing calls."},
	{"script/arguments", Error, "A function of the API is called with wrong arguments."},
	{"script/state", Error, "The script keeps state between calls. All state belongs to the game: declare a variable."},
	{"script/require", Error, "A required module does not exist or requires itself."},
	{"script/shape", Error, "The script does not return a table of hooks."},
	{"script/runtime", Error, "A script failed while it ran."},
	{"script/fuel", Error, "A script ran longer or used more memory than one command may."},
	{"script/read-only", Error, "A script changed the state where it may only look: in an expression, a view or a modifier."},
	{"script/refused", Notice, "A script refused a command in words for the player."},
	{"script/event-depth", Error, "Events called one another without end."},
	{"game/bounds", Error, "A script wrote a value that the declaration does not allow."},
	{"game/zone", Error, "A script put an entity where it cannot be."},
	{"game/gone", Error, "A script used an entity that is no longer in play."},
	{"game/stuck", Error, "The game is not over and no command is legal."},
	{"game/refused-bot", Error, "A bot chose what the rules forbid."},
	{"game/phase-loop", Error, "Phases entered one another without end."},
	{"game/endless", Warning, "Nothing in the game ends it."},
	{"test/failed", Error, "A content test did not find what it expected."},
	{"test/invalid", Error, "A content test cannot be run as written."},
	{"balance/missed", Error, "Bots do not come to what the content expects."},
	{"save/invalid", Error, "A save cannot be loaded."},
	{"save/content", Error, "A save was made with other content."},
	{"reload/state", Notice, "A reload changed the shape of the state, and this had to give."},
	{"reload/kept", Warning, "A deleted definition stays alive while it is in play."},
	{"unused/script", Warning, "A script file is neither named nor required."},
	{"unused/definition", Warning, "A definition is never brought into the game."},
	{"unused/param", Warning, "A parameter is never read, so tuning it does nothing."},
	{"unused/name", Warning, "A variable, zone, property, action, event or value is declared and not used."},
	{"unused/hook", Warning, "A hook never runs where its definition can lie."},
	{"unused/phase", Warning, "No path through the game reaches a phase."},
	{"style/modeline", Notice, "A file does not tell editors its schema."},
	{"style/key-order", Notice, "The keys of a definition do not stand in the usual order."},
	{"ignore/unused", Warning, "A comment ignores a problem that is not there."},
	{"ignore/unknown", Warning, "A comment ignores a problem by a code that does not exist, or by none."},
	{"engine/internal", Error, "Sleight itself failed. Please report it."},
}

// Lookup finds a code by name.
func Lookup(name string) (Code, bool) {
	for _, c := range Codes {
		if c.Name == name {
			return c, true
		}
	}
	return Code{}, false
}
