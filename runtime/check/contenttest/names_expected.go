package contenttest

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
)

// rig checks the results that a test gives a random stream: the stream must be
// one that scripts draw from, and a function that draws from it must be able to
// give the result.
func (c *nameChecker) rig(t, n *def.Node) {
	if c.draws == nil {
		c.draws = c.game.Draws()
	}
	for _, f := range n.Fields() {
		_, known := c.draws.By[f.Key]
		by := c.draws.From(f.Key)
		switch {
		case !known && mentionsInLua(t, f.Key):
			continue // only known in play
		case !known && len(by) == 0:
			c.report(unknown(f.KeyPlace(), "random stream", f.Key, slices.Sorted(maps.Keys(c.draws.By))))
			continue
		}
		for _, item := range items(f.Value) {
			if !slices.ContainsFunc(by, func(d rules.Draw) bool { return c.mayGive(d, item) }) && len(by) > 0 {
				c.report(c.cannotGive(f.Key, by, item))
			}
		}
	}
}

// riggedWords returns the texts that tests give random streams, and their words.
func (n *gameNames) riggedWords() map[string]bool {
	words := map[string]bool{}
	var unpack def.Unpacker
	for _, d := range n.tested {
		if !d.Data.Get("tests").MayContain("rig") {
			continue
		}
		for _, test := range unpack.All(d.Data, "tests") {
			for _, f := range test.Get("given").Each("rig") {
				for _, item := range items(f.Value) {
					words[item.Text()] = true
					for part := range strings.FieldsSeq(item.Text()) {
						words[part] = true
					}
				}
			}
		}
	}
	return words
}

// mayGive reports whether a function that draws may give a value.
func (c *nameChecker) mayGive(d rules.Draw, n *def.Node) bool {
	whole := n.Type() == def.Number && n.Number() == float64(int64(n.Number()))
	switch {
	case n.Type() == def.Null || n.Type() == def.List || n.Type() == def.Map:
		return false
	case d.Function == "random":
		return whole && n.Number() >= d.Least
	case d.Function == "chance":
		return n.Type() == def.Bool
	case d.Function == "roll_die" || d.Function == "roll_dice":
		return whole && c.rolls(n.Number()) || n.Type() == def.Text && slices.Contains(c.faces, n.Text())
	}
	return n.Type() != def.Text || c.mayBeWord(n.Text()) // what it draws from is known only in play
}

// rolls reports whether a die of the game may show a number. Its sides have the
// numbers from 1 on, unless its definition lists other faces.
func (c *nameChecker) rolls(n float64) bool {
	return n > 0 || slices.ContainsFunc(c.game.Catalog().WithTrait(def.DieTrait), func(die *def.Definition) bool {
		return slices.ContainsFunc(die.Data.All("faces"), func(f *def.Node) bool { return f.Type() == def.Number && f.Number() == n })
	})
}

// mayBeWord reports whether a result may be a word: an id, a face, a label such as
// h2, or a text in a script or in a definition's data.
func (c *nameChecker) mayBeWord(word string) bool {
	if c.known(word) || labelPattern.MatchString(word) || slices.Contains(c.faces, word) {
		return true
	}
	if unquoted(word) != def.Text {
		return false
	}
	if c.wordsFound == nil {
		c.wordsFound = c.game.FindWords(c.riggedWords())
	}
	if c.wordsFound[word] {
		return true
	}
	for part := range strings.FieldsSeq(word) { // a shuffle puts several on top
		if !c.wordsFound[part] && !c.known(part) && !labelPattern.MatchString(part) {
			return false
		}
	}
	return true
}

var labelPattern = regexp.MustCompile(`^[a-z]+[0-9]+$`)

// unquoted returns the type that a text has without its quotes.
func unquoted(text string) def.Type {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return def.Number
	}
	if text == "true" || text == "false" {
		return def.Bool
	}
	return def.Text
}

func (c *nameChecker) cannotGive(stream string, by []rules.Draw, n *def.Node) *diag.Diagnostic {
	p := invalid(n.Place(), "%s never gives %s", stream, show(n))
	calls := func(function string) bool {
		return slices.ContainsFunc(by, func(d rules.Draw) bool { return d.Function == function })
	}
	switch {
	case n.Type() == def.Text && unquoted(n.Text()) != def.Text:
		*p = p.WithHint("remove the quotes: %s", n.Text())
	case calls("chance"):
		*p = p.WithHint("it gives true or false: scripts call chance")
	case n.Type() == def.Text && !calls("random") && !calls("roll_die") && !calls("roll_dice"):
		*p = p.Suggest(n.Text(), c.ids)
	case n.Type() == def.Number && n.Number() < 0:
		*p = p.WithHint("it gives no number below 0: scripts call %s", by[0].Function)
	case n.Type() == def.Number && n.Number() == math.Trunc(n.Number()):
		*p = p.WithHint("it gives only higher numbers: scripts call %s", by[0].Function)
	case n.Type() == def.Number:
		*p = p.WithHint("it gives a whole number: scripts call %s", by[0].Function)
	default:
		*p = p.WithHint("it gives a number: scripts call %s", by[0].Function)
	}
	return p
}

// events checks the names of the events that a test expects.
func (c *nameChecker) events(n *def.Node) {
	var known []string
	for _, e := range c.game.Events {
		known = append(known, e.Name)
	}
	for _, item := range items(n) {
		if !slices.Contains(known, item.Text()) {
			c.report(hintItem(unknown(item.Place(), "event", item.Text(), known), item.Text()))
		}
	}
}

// expectedProperties checks the names of what a test expects of the items in a zone: a
// property of one of the kinds that the zone takes, or a detail that it shows.
func (c *nameChecker) expectedProperties(zone string, n *def.Node) {
	known := append(c.propertiesIn(zone), "is", "face", "temporary")
	for _, d := range c.game.Details[zone] {
		known = append(known, d.Name)
	}
	for _, item := range items(n) {
		if item.Type() == def.Map {
			c.report(knownKeys(item, "property of an item in "+zone, known...))
		}
	}
}

// propertiesIn lists the properties of the kinds that a zone takes.
func (c *nameChecker) propertiesIn(zone string) []string {
	if known, ok := c.inZones[zone]; ok {
		return slices.Clip(known)
	}
	var out []string
	i := slices.IndexFunc(c.layout.Zones, func(z state.ZoneDecl) bool { return z.Name == zone })
	for _, k := range c.layout.Kinds {
		if i >= 0 && c.layout.Zones[i].Accepts(k.Name) {
			for _, p := range k.Props {
				out = append(out, p.Name)
			}
		}
	}
	c.inZones[zone] = out
	return slices.Clip(out)
}
