package rules

import (
	"maps"
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/lua"
)

// Code is one compiled piece of Lua.
type Code struct {
	Pack string
	// Owner is the definition whose script or expression this is; nil for a
	// module that only other scripts require.
	Owner *def.Definition
	// Module is the name of a script file in its pack; empty for Lua in YAML.
	Module     string
	Expression bool
	Program    *lua.Program
	// Wraps lists the hooks of the program that wrap hooks of another pack: the first
	// argument of these is the function that they wrap.
	Wraps []string
}

// Code returns all Lua code in the content: scripts, then modules, then
// expressions. Each piece occurs once; an expression that several definitions
// inherit occurs once for each of them.
func (c *Content) Code() []Code { return c.code }

// gatherCode adds the scripts of definitions and the modules to the content's code.
func (c *Content) gatherCode(scripts map[*def.Definition]*lua.Program, layers map[*def.Definition][]layer) {
	seen := make(map[*lua.Program]bool, len(scripts))
	add := func(code Code) {
		if code.Program != nil && !seen[code.Program] {
			seen[code.Program] = true
			c.code = append(c.code, code)
		}
	}
	for _, d := range c.Catalog.All() {
		if d.Script != nil {
			add(Code{Pack: scriptPack(d.Script, d.Pack), Owner: d, Module: d.Script.Module, Program: scripts[d]})
		}
		for _, l := range layers[d] {
			add(Code{Pack: l.Pack, Owner: d, Module: l.Script.Module, Program: l.program, Wraps: wrapping(layers[d], l.program)})
		}
	}
	for _, pack := range c.Catalog.Packs() {
		for _, name := range slices.Sorted(maps.Keys(pack.Modules)) {
			source := pack.Modules[name]
			p, _ := c.programs.chunk(pack.ID, source)
			add(Code{Pack: pack.ID, Module: source.Module, Program: p})
		}
	}
}

// wrapping lists the hooks of a program that wrap those under them.
func wrapping(layers []layer, program *lua.Program) (out []string) {
	for _, l := range layers {
		if l.program == program && l.Op == def.WrapHook {
			out = append(out, l.Hook)
		}
	}
	return out
}

// ownedProgram identifies an expression of a definition.
type ownedProgram struct {
	owner   *def.Definition
	program *lua.Program
}

// recordExpression records an expression, which several games may compile.
func (c *Content) recordExpression(owner *def.Definition, p *lua.Program) {
	key := ownedProgram{owner, p}
	if c.recorded[key] {
		return
	}
	c.recorded[key] = true
	if len(c.code) == cap(c.code) { // append would copy it a dozen times more
		c.code = slices.Grow(c.code, max(64, len(c.code)))
	}
	c.code = append(c.code, Code{Pack: owner.Pack, Owner: owner, Expression: true, Program: p})
}
