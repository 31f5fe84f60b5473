package docs

import (
	"bytes"
	"strings"

	"sleight/runtime/game/api"
)

// Stubs generates the API as Lua with LuaCATS annotations, which Lua language
// servers read for completion and checks. The file is never run.
func Stubs() []byte {
	var b bytes.Buffer
	b.WriteString(stubsIntro)
	for _, f := range api.Functions() {
		stub(&b, &f)
	}
	return b.Bytes()
}

const stubsIntro = `---@meta sleight

-- Made by sleight docs from the table in runtime/game/api: what scripts may call.
-- Tell your editor's Lua language server about it (workspace.library), and set
-- runtime.version to Lua 5.1.

---What a definition says: its parameters, then its fields. Read-only.
---@class Definition
---@field id string
---@field kind string
---@field key string kind/id
---@field name string
---@field text string
---@field tags string[]
---@field data table
---@field [string] any

---Something in play. Reading finds a property, then a parameter, then a field
---of its definition; only properties can be written.
---@class Entity: Definition
---@field zone string? the name of its zone; nil while it is out of play
---@field index number its position in the zone, counted from 1
---@field owner number the player whose zone it is in; 0 for nobody's
---@field temporary boolean whether an event will take it out of play

---@class Die: Entity
---@field value number what it shows; 0 while it is not rolled
---@field sides number
---@field face string|number the word that it shows, else its value
---@field held boolean roll_dice skips it
---@field locked boolean roll_dice skips it

---@class Card: Entity
---@field face_up boolean

---@class Living: Entity
---@field hp number
---@field max_hp number

---The variables of the game. Per-player variables are the acting player's.
---@class Variables
---@field [string] any

---@type Variables
vars = {}

---The definition of the game being played.
---@type Definition
game = {}
`

// editorTypes maps parameter types to LuaCATS types.
var editorTypes = map[api.Type]string{
	api.Any: "any", api.Number: "number", api.Whole: "integer", api.Words: "string",
	api.Thing: "Entity", api.Die: "Die", api.Living: "Living", api.Card: "Card",
	api.Target: "Entity|Variables", api.ListOrZone: "any[]|string",
	api.Zone: "string", api.Event: "string", api.Value: "string", api.Phase: "string",
	api.Stream: "string", api.Property: "string", api.ID: "string", api.Kind: "string",
	api.Former: "Entity", api.IDOrList: "string|any[]", api.Question: "string", api.Flag: "boolean", api.List: "any[]",
	api.HookName: "string", api.Tag: "string", api.Action: "string",
}

// editorType returns the LuaCATS type of a parameter.
func editorType(a *api.Param) string {
	if a.Type != api.Options {
		return editorTypes[a.Type]
	}
	var fields []string
	for i := range a.Fields {
		f := &a.Fields[i]
		mark := ""
		if f.Optional {
			mark = "?"
		}
		fields = append(fields, f.Name+mark+": "+editorType(f))
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

func stub(b *bytes.Buffer, f *api.Function) {
	b.WriteString("\n---" + f.Doc + "\n---Example: `" + f.Example + "`\n")
	var names []string
	for i := range f.Params {
		a := &f.Params[i]
		names = append(names, a.Name)
		mark, text := "", a.Doc+span(a)
		if a.Optional {
			mark, text = "?", text+"; "+a.Default+" if left out"
		}
		b.WriteString("---@param " + a.Name + mark + " " + editorType(a) + " " + text + "\n")
	}
	if f.Variadic {
		names = append(names, "...")
		b.WriteString("---@param ... any passed on to the hooks\n")
	}
	for i, t := range strings.Split(f.Gives, "; ") {
		switch {
		case i > 0:
			b.WriteString("---@return " + t + "\n")
		case t != "":
			b.WriteString("---@return " + t + " # " + f.Result + "\n")
		}
	}
	b.WriteString("function " + f.Name + "(" + strings.Join(names, ", ") + ") end\n")
}
