package contenttest

import (
	"slices"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/session"
	"sleight/runtime/game/state"
)

// zone compares a whole zone with a list, in order.
func (t *test) zone(name string, got []state.ID, want *def.Node) *diag.Diagnostic {
	expected := items(want)
	for i, item := range expected {
		if problem := t.exists(name, item); problem != nil {
			return problem
		}
		if i >= len(got) {
			continue
		}
		if problem := t.item(name, got, got[i], item); problem != nil && len(got) == len(expected) {
			return problem
		}
	}
	if len(got) != len(expected) {
		return failed(want.Place(), "%s holds %d (%s), expected %d (%s)", name,
			len(got), list(t.entities(got)), len(expected), list(texts(want)))
	}
	return nil
}

// exists reports ids that no entity in the zone can have.
func (t *test) exists(zone string, item *def.Node) *diag.Diagnostic {
	id := item
	if item.Type() == def.Map {
		id = item.Get("is")
	}
	if id == nil || id.Type() != def.Text {
		return nil
	}
	slot, _ := t.session.Zone(zone)
	d, _ := t.session.State().Layout.ZoneDecl(slot)
	if item.Type() == def.Text && t.isFace(slot, id.Text()) {
		return nil
	}
	if known := t.game.IDs(d.Kinds...); !slices.Contains(known, id.Text()) {
		return t.hintFace(unknown(id.Place(), "definition for zone "+zone, id.Text(), known), item, d, id.Text())
	}
	return nil
}

// hintFace says how a word that only a die of another zone, or one whose definition the zone
// does not name, shows is written.
func (t *test) hintFace(problem *diag.Diagnostic, item *def.Node, zone *state.ZoneDecl, word string) *diag.Diagnostic {
	for _, die := range t.game.Catalog().WithTrait(def.DieTrait) {
		if item.Type() == def.Text && zone.Accepts(die.Kind) && slices.Contains(api.FaceWords(die), word) {
			*problem = problem.WithHint("%s is a face of %s: write {is: %s, face: %s}, or give the zone default: %s", word, die.ID, die.ID, word, die.ID)
			return problem
		}
	}
	return problem
}

// item compares one entity: a number with the value it shows, a text with the
// word it shows or its id, and a mapping with the listed properties.
func (t *test) item(zone string, all []state.ID, id state.ID, want *def.Node) *diag.Diagnostic {
	label := t.session.Label(id)
	switch want.Type() {
	case def.Number:
		if v, ok := t.session.Number(id); !ok || !t.same(v, want) {
			return failed(want.Place(), "%s is %s, expected %s (%s: %s)", label, t.entity(id), show(want), zone, list(t.entities(all)))
		}
	case def.Text:
		if d := t.session.Definition(id); d.ID != want.Text() && t.entity(id) != want.Text() {
			return failed(want.Place(), "%s is %s, expected %s (%s: %s)", label, t.entity(id), want.Text(), zone, list(t.entities(all)))
		}
	case def.Map:
		for _, f := range want.Fields() {
			if problem := t.property(label, id, f); problem != nil {
				return problem
			}
		}
	default:
		return invalid(want.Place(), "an item of a zone must be a number, a word, an id or a mapping, not %s", want.Type())
	}
	return nil
}

func (t *test) property(label string, id state.ID, f def.Field) *diag.Diagnostic {
	st := t.session.State()
	kind := st.Prototype(id).Kind
	var got state.Value
	if i, ok := kind.Prop(f.Key); ok {
		got = st.Prop(id, i)
	} else if f.Key == "is" {
		got = state.Str(t.session.Definition(id).ID)
	} else if word, ok := t.session.Face(id); ok && f.Key == "face" {
		got = state.Str(word)
	} else if f.Key == "temporary" {
		got = state.Truth(st.Temporary(id))
	} else if d := detail(t.session.Details(id), f.Key); d != nil {
		v, problem := t.session.Detail(d, id, t.session.Player())
		if problem != nil {
			return scriptFailed(f.KeyPlace(), f.Key, problem)
		}
		got = v
	} else {
		known := []string{"is", "temporary"}
		for _, d := range t.session.Details(id) {
			known = append(known, d.Name)
		}
		for _, p := range kind.Props {
			known = append(known, p.Name)
		}
		return unknown(f.KeyPlace(), "property of a "+kind.Name, f.Key, known)
	}
	if !t.same(got, f.Value) {
		name := label + "." + f.Key
		if f.Key == "is" {
			name = label
		}
		return t.differs(name, got, f.Value)
	}
	return nil
}

// detail finds a detail that a zone shows by its name, or returns nil.
func detail(details []*rules.Detail, name string) *rules.Detail {
	if i := slices.IndexFunc(details, func(d *rules.Detail) bool { return d.Name == name }); i >= 0 {
		return details[i]
	}
	return nil
}

// choice compares the open choice; the word none means no open choice.
func (t *test) choice(want *def.Node) *diag.Diagnostic {
	got := t.session.Choice()
	if want.Type() == def.Text { // the schema allows no other word
		if got.Open {
			return failed(want.Place(), "the choice %q is open, expected none", got.Command)
		}
		return nil
	}
	for _, f := range want.Fields() {
		var problem *diag.Diagnostic
		switch f.Key {
		case "state":
			problem = t.equal("the state", state.Str(got.State), f.Value)
		case "prompt":
			problem = t.equal("the prompt", state.Str(got.Prompt.String()), f.Value)
		case "warning":
			problem = t.equal("the warning", state.Str(got.Warning), f.Value)
		case "options":
			problem = options(got, f.Value)
		case "titles":
			problem = titles(got, f.Value)
		case "disabled":
			problem = disabled(got, f.Value)
		}
		if problem != nil {
			return problem
		}
	}
	return nil
}

// options compares all options that may be picked, in order.
func options(got session.Choice, want *def.Node) *diag.Diagnostic {
	var labels []string
	for _, o := range got.Options {
		if o.Reason == nil {
			labels = append(labels, o.Label)
		}
	}
	if expected := texts(want); !slices.Equal(labels, expected) {
		return failed(want.Place(), "the options are %s, expected %s", list(labels), list(expected))
	}
	return nil
}

// titles compares the titles of all options that may be picked, in order.
func titles(got session.Choice, want *def.Node) *diag.Diagnostic {
	var words []string
	for _, o := range got.Options {
		if o.Reason == nil {
			words = append(words, o.Title)
		}
	}
	if expected := texts(want); !slices.Equal(words, expected) {
		return failed(want.Place(), "the options are called %s, expected %s", quoted(words), quoted(expected))
	}
	return nil
}

// disabled compares all options that may not be picked, with the reasons.
func disabled(got session.Choice, want *def.Node) *diag.Diagnostic {
	var labels []string
	for _, o := range got.Options {
		if o.Reason == nil {
			continue
		}
		labels = append(labels, o.Label)
		reason := want.Get(o.Label)
		if reason == nil {
			return failed(want.Place(), "%s is disabled (%q), but the test does not expect it", o.Label, o.Reason)
		}
		if reason.Text() != o.Reason.String() {
			return failed(reason.Place(), "%s is disabled with %q, expected %q", o.Label, o.Reason, reason.Text())
		}
	}
	for _, f := range want.Fields() {
		if !slices.Contains(labels, f.Key) {
			return failed(f.KeyPlace(), "%s is not disabled; disabled: %s", f.Key, list(labels))
		}
	}
	return nil
}
