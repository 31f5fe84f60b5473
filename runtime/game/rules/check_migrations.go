package rules

import (
	"maps"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/lua"
)

// compileMigrations compiles the scripts of migrations.
func (c *Content) compileMigrations() diag.List {
	c.migrations = map[*def.Migration]*lua.Program{}
	var problems diag.List
	for _, p := range c.Catalog.Packs() {
		for _, m := range p.Migrations {
			if m.Script == nil {
				continue
			}
			program, list := c.programs.chunk(scriptPack(m.Script, p.ID), m.Script)
			problems = append(problems, list...)
			if program != nil {
				problems = append(problems, checkMigrationScript(m, program)...)
				c.migrations[m] = program
				if m.Script.Module == "" {
					c.code = append(c.code, Code{Pack: p.ID, Program: program})
				}
			}
		}
	}
	return problems
}

// checkMigrationScript checks that a migration's script has the function migrate and
// no other, and uses no API function.
func checkMigrationScript(m *def.Migration, p *lua.Program) (problems diag.List) {
	for _, h := range p.Hooks() {
		if h.Name != api.MigrateHook {
			problems = append(problems, diag.New("script/unknown-hook", h.Place, "nothing calls %s in the script of a migration", h.Name).
				Suggest(h.Name, []string{api.MigrateHook}))
		}
	}
	if len(p.Hooks()) == 0 {
		problems = append(problems, diag.New("migration/script", m.Place, "the script of the migration has no function %s", api.MigrateHook).
			WithHint("write return { %s = function(saved) … end }", api.MigrateHook))
	}
	reported := map[string]bool{}
	report := func(name string, at diag.Place) {
		if !reported[name] {
			reported[name] = true
			problems = append(problems, diag.New("migration/script", at, "%s needs a running game, but a migration has only the saved one", name).
				WithHint("change the contents of the table that %s receives", api.MigrateHook))
		}
	}
	for _, call := range p.Facts().Calls {
		report(call.Function, call.Place)
	}
	for _, r := range p.References() {
		if r.Of == "vars" || r.Of == "game" {
			report(r.Of, r.Place)
		}
	}
	return problems
}

// checkMigrations checks that the new names in migrations exist, or are changed
// by a later migration.
func (c *Content) checkMigrations() diag.List {
	var problems diag.List
	for _, p := range c.Catalog.Packs() {
		if len(p.Migrations) == 0 {
			continue
		}
		known := c.savedNames(p)
		for i, m := range p.Migrations {
			for _, moved := range m.NameChanges {
				names, checked := known[moved.Category]
				if moved.To == "" || !checked || names[moved.To] || renamedLater(p.Migrations[i+1:], moved) {
					continue
				}
				problem := diag.New("migration/target", moved.ToPlace, "unknown %s %s", moved.Category, moved.To).
					Suggest(moved.To, slices.Sorted(maps.Keys(names)))
				problems = append(problems, problem)
			}
		}
	}
	return problems
}

// renamedLater reports whether a later migration changes a name.
func renamedLater(later []*def.Migration, moved def.NameChange) bool {
	for _, m := range later {
		for _, next := range m.NameChanges {
			if next.Category == moved.Category && next.From == moved.To {
				return true
			}
		}
	}
	return false
}

// savedNames lists, by category, the names that can occur in saves of the games
// that use a pack. It leaves out categories whose names cannot be known.
func (c *Content) savedNames(p *def.Pack) map[def.Category]map[string]bool {
	all := map[def.Category]map[string]bool{}
	add := func(category def.Category, name string) {
		if all[category] == nil {
			all[category] = map[string]bool{}
		}
		if !strings.HasPrefix(name, "_") {
			all[category][name] = true
		}
	}
	for _, g := range c.games {
		if _, in := g.Catalog().Pack(p.ID); !in {
			continue
		}
		for _, d := range g.Catalog().All() {
			add(def.CategoryDefinition, d.Key())
		}
		layout := g.Table(g.MinPlayers).Layout
		for _, v := range layout.Vars {
			add(def.CategoryVariable, v.Name)
		}
		for _, z := range layout.Zones {
			add(def.CategoryZone, z.Name)
		}
		for _, e := range layout.Events {
			add(def.CategoryEvent, e)
		}
		for _, k := range layout.Kinds {
			for _, prop := range k.Props {
				add(def.CategoryProperty, k.Name+"."+prop.Name)
			}
		}
		for _, phase := range g.Phases {
			add(def.CategoryPhase, phase.Name)
		}
	}
	return all
}
