package lsp

import (
	"slices"

	"go.lsp.dev/protocol"

	"sleight/runtime/content/def"
	"sleight/runtime/content/locale"
)

// translatedDefinition returns the definition whose translation the position is in, or nil.
func (at *cursor) translatedDefinition() *def.Definition {
	if at.yaml.Kind != "locale" || len(at.yaml.Path) < 2 || at.yaml.Path[0].Key != "texts" {
		return nil
	}
	key := at.yaml.Path[1].Key
	for _, d := range at.translatable() {
		if d.Key() == key {
			return d
		}
	}
	return nil
}

// translatable lists the definitions that a locale may translate.
func (at *cursor) translatable() []*def.Definition {
	if at.game == nil {
		return nil
	}
	return at.game.Catalog().All()
}

// locales completes a file of translations: definitions, the paths of their
// texts, and the texts themselves.
func (c *completer) locales() {
	path := c.yaml.Path
	switch {
	case c.yaml.Kind != "locale" || len(path) == 0 || path[0].Key != "texts":
	case len(path) == 1 && c.yaml.OnKey:
		for _, d := range c.translatable() {
			for range locale.Texts(d) { // only those with texts
				c.addKey(item{label: d.Key(), kind: protocol.CompletionItemKindReference, detail: d.Name})
				break
			}
		}
	case len(path) == 2 && c.yaml.OnKey:
		c.eachText(func(s locale.DisplayedText) {
			c.addKey(item{label: s.Path, kind: protocol.CompletionItemKindText, detail: s.Text})
		})
	case len(path) == 4 && path[3].Key == "from" && !c.yaml.OnKey:
		c.eachText(func(s locale.DisplayedText) {
			if s.Path == path[2].Key {
				c.add(item{label: s.Text, kind: protocol.CompletionItemKindText, insert: def.NewText(def.Position{}, s.Text).Show()})
			}
		})
	}
}

// eachText calls take for each text of the definition whose translation the position is
// in.
func (c *completer) eachText(take func(locale.DisplayedText)) {
	if d := c.translatedDefinition(); d != nil {
		for s := range locale.Texts(d) {
			take(s)
		}
	}
}

// addKey adds a completion for a key, unless the mapping has the key already.
func (c *completer) addKey(i item) {
	if slices.Contains(c.yaml.Siblings, i.label) {
		return
	}
	after := c.after
	c.after = ": "
	c.add(i)
	c.after = after
}
