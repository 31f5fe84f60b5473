package load

import (
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// change is one value that a patch changes, or one hook.
type change struct {
	op    def.Op
	path  def.Path
	keys  []def.Position // of each step of path
	value *def.Node      // nil for a removal
	of    string         // kind/id
	pack  string
	place diag.Place
	text  string
	layer *def.Layer // of a hook; else nil
}

// protected are the fields that identify a definition and cannot be patched.
var protected = []string{"kind", "id", "extends", "abstract", "upgrade", "script", "lua"}

// patches reads the patches of all packs and assigns them to the documents they
// change, in the order of packs, then files. Problems are reported.
func (b *builder) patches(x *extender) {
	x.changes = map[*document][]change{}
	x.unpatched = &extender{kinds: x.kinds, byKey: x.byKey, usable: x.usable, done: map[*document]*merged{}, unread: x.unread, sees: x.sees}
	for _, d := range b.patchDocs {
		b.problems = append(b.problems, d.problems...)
		if d.problems.Failed() || d.file.problems.Failed() {
			continue
		}
		target := b.target(d, x)
		if target == nil {
			continue
		}
		for _, c := range b.changesOf(d) {
			x.changes[target] = append(x.changes[target], b.expand(c, target, x.changes[target], x.unpatched)...)
		}
	}
	revealing := map[string]bool{}
	for _, d := range b.docs {
		if all := x.changes[d]; len(all) > 0 {
			x.changes[d] = b.withoutOverruled(d, all)
			b.checkReveals(x.unpatched.resolve(d).node, x.changes[d], revealing)
		}
	}
	b.unusedCapabilities(revealing)
}

// unusedCapabilities warns of packs that request a capability that none of
// their patches uses. revealing are the packs that show what others hide.
func (b *builder) unusedCapabilities(revealing map[string]bool) {
	for _, m := range b.manifests {
		wraps := slices.ContainsFunc(b.patchDocs, func(d *document) bool { return d.pack == m.ID && hasScript(d.node) })
		for _, c := range []struct {
			name string
			used bool
		}{{manifest.Hooks, wraps}, {manifest.Secrets, revealing[m.ID]}} {
			if m.Requests(c.name) && !c.used && !b.unread[m.ID] {
				d := diag.New("pack/capability", m.Place, "%s asks for the capability %s but does not use it", m.ID, c.name).
					WithHint("remove it from capabilities: in %s", manifest.File)
				d.Severity = diag.Warning
				b.problems = append(b.problems, d)
			}
		}
	}
}

// expand returns the changes that a path with patterns stands for, given the
// changes before it.
func (b *builder) expand(c change, target *document, before []change, unpatched *extender) []change {
	if c.layer != nil || !c.path.HasPattern() {
		return []change{c}
	}
	node := apply(unpatched.resolve(target).node, before).node
	paths := c.path.Expand(node)
	if len(paths) == 0 {
		star := slices.IndexFunc(c.path, func(s def.Step) bool { return strings.Contains(s.Name, "*") })
		b.problems = append(b.problems, diag.New("patch/field", c.keys[star].Place(), "nothing in %s matches %s", c.of, c.path).
			WithHint("an asterisk matches any part of a key, or of an entry's name in brackets: entries[gold_*].weight"))
		return nil
	}
	if c.op == def.Remove { // so that positions stay valid
		slices.Reverse(paths)
	}
	out := make([]change, len(paths))
	for i, w := range paths {
		out[i] = c
		out[i].path = w
	}
	return out
}

// target returns the definition that a patch changes.
func (b *builder) target(d *document, x *extender) *document {
	of := d.node.Get("of")
	pack, key, named := strings.Cut(of.Text(), ":")
	if !named {
		pack, key = "", of.Text()
	}
	m := b.manifestFor(d.pack)
	var inUnseenPack *document
	var searched []string
	for i := len(b.packs) - 1; i >= 0; i-- { // the latest pack wins
		id := b.packs[i].ID
		found := x.byKey[id+":"+key]
		switch {
		case id == d.pack || named && id != pack:
		case !b.sees(d.pack, id):
			if found != nil {
				inUnseenPack = found
			}
		case found != nil:
			return found
		default:
			searched = append(searched, id)
		}
	}
	if named && m.ComesAfter(pack) && b.manifestFor(pack) == nil {
		return nil // it is optional and missing
	}
	problem := diag.New("patch/target", of.Place(), "unknown definition %s", of.Text())
	switch {
	case pack == d.pack || x.byKey[d.pack+":"+key] != nil:
		problem = problem.WithHint("it belongs to this pack: change it in its own file")
	case inUnseenPack != nil:
		problem = problem.WithHint("it is in the pack %s: write requires: {%s: ^1.0} into %s", inUnseenPack.pack, inUnseenPack.pack, manifest.File)
	default:
		known := x.namesIn(searched)
		if problem = ofOtherKind(problem, key, known); problem.Hint.IsZero() {
			problem = problem.Suggest(key, known)
		}
	}
	if !b.anyUnread() {
		b.problems = append(b.problems, problem)
	}
	return nil
}

// ofOtherKind suggests the definition of another kind with the id of a key.
func ofOtherKind(d diag.Diagnostic, key string, known []string) diag.Diagnostic {
	_, id, _ := strings.Cut(key, "/")
	for _, other := range known {
		if _, same, _ := strings.Cut(other, "/"); same == id {
			return d.WithHint("did you mean %q?", other).WithEdit(key, other)
		}
	}
	return d
}

// anyUnread reports whether something could not be read: it may contain what is
// missing.
func (b *builder) anyUnread() bool {
	for _, unread := range b.unread {
		if unread {
			return true
		}
	}
	return false
}

// manifestFor returns the manifest of a pack, or nil.
func (b *builder) manifestFor(id string) *manifest.Manifest {
	for _, m := range b.manifests {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// sees reports whether a pack may use another: it declares that it does, or it
// has no manifest.
func (b *builder) sees(pack, other string) bool {
	m := b.manifestFor(pack)
	if m.Version == nil {
		return true
	}
	return uses(b.packs, pack, other)
}

// changesOf returns the changes of a patch, one for each value.
func (b *builder) changesOf(d *document) []change {
	text, of := d.node.TextOr("text", ""), d.node.TextOr("of", "")
	of = of[strings.IndexByte(of, ':')+1:]
	var out []change
	add := func(c change, at diag.Place) {
		c.of, c.pack, c.place, c.text = of, d.pack, at, text
		if slices.Contains(protected, c.path[0].Name) {
			problem := diag.New("patch/field", c.keys[0].Place(), "%s cannot be changed", c.path[0].Name)
			switch c.path[0].Name {
			case "script", "lua":
				problem = problem.WithHint("wrap its hooks: hooks: {use: wrap}")
			case "upgrade":
				problem = problem.WithHint("patch the upgraded definition, such as of: %s%s", of, plusSuffix)
			default:
				problem = problem.WithHint("make a definition of your own that extends it")
			}
			b.problems = append(b.problems, problem)
			return
		}
		out = append(out, c)
	}
	for _, f := range d.node.Each("set") {
		b.spread(f, func(w writtenPath, v *def.Node) {
			add(change{op: def.Set, path: w.path, keys: w.keys, value: v}, v.Place())
		})
	}
	for _, f := range d.node.Each("replace") {
		if w, ok := b.parsePath(f.Key, f.KeyPosition()); ok {
			add(change{op: def.Replace, path: w.path, keys: w.keys, value: f.Value}, f.Value.Place())
		}
	}
	for _, f := range d.node.Each("add") {
		b.spread(f, func(w writtenPath, v *def.Node) {
			add(change{op: def.Add, path: w.path, keys: w.keys, value: v}, v.Place())
		})
	}
	for _, n := range d.node.All("remove") {
		if w, ok := b.parsePath(n.Text(), n.Position()); ok {
			add(change{op: def.Remove, path: w.path, keys: w.keys}, n.Place())
		}
	}
	for _, f := range d.node.Each("scale") {
		if w, ok := b.parsePath(f.Key, f.KeyPosition()); ok {
			add(change{op: def.Scale, path: w.path, keys: w.keys, value: f.Value}, f.Value.Place())
		}
	}
	for _, l := range b.layers(d) {
		add(change{op: l.Op, path: def.Path{{Name: "hooks"}, {Name: l.Hook}}, layer: &l}, l.Place)
	}
	return out
}

// writtenPath is a path as a patch has it, with the position of each step.
type writtenPath struct {
	path def.Path
	keys []def.Position
}

// parsePath reads a path that is written at a position.
func (b *builder) parsePath(text string, at def.Position) (writtenPath, bool) {
	w, ok := def.ParsePath(text)
	if !ok {
		b.problems = append(b.problems, diag.New("patch/field", at.Place(), "%q is not a path to a value", text).
			WithHint("write keys with dots between them, and entries of lists in brackets: entries[ID].weight"))
		return writtenPath{}, false
	}
	keys, from := make([]def.Position, len(w)), 0
	as := def.NewText(at, text)
	as.SetText(text, at.Line-1, at.Column-1)
	for i, step := range w {
		from += strings.Index(text[from:], step.Name)
		place := b.inText(as, from, from+len(step.Name))
		keys[i] = at
		keys[i].Column, keys[i].Length = int32(place.Column), int32(place.Length)
		from += len(step.Name)
	}
	return writtenPath{w, keys}, true
}

// spread visits the values of a field one by one, and those in a mapping
// separately.
func (b *builder) spread(f def.Field, visit func(writtenPath, *def.Node)) {
	w, ok := b.parsePath(f.Key, f.KeyPosition())
	if !ok {
		return
	}
	var into func(writtenPath, *def.Node)
	into = func(w writtenPath, n *def.Node) {
		if n.Type() != def.Map || len(n.Fields()) == 0 {
			visit(w, n)
		}
		for _, inner := range n.Fields() {
			into(writtenPath{append(slices.Clip(w.path), def.Step{Name: inner.Key}), append(slices.Clip(w.keys), inner.KeyPosition())}, inner.Value)
		}
	}
	into(w, f.Value)
}

// hasScript reports whether a patch changes hooks, or is meant to.
func hasScript(patch *def.Node) bool {
	return slices.ContainsFunc([]string{"hooks", "script", "lua"}, func(key string) bool { return patch.Get(key) != nil })
}

// layers reads the hooks of a patch.
func (b *builder) layers(d *document) []def.Layer {
	hooks := d.node.Get("hooks")
	if hooks == nil {
		for _, key := range []string{"script", "lua"} {
			if n := d.node.Get(key); n != nil {
				b.problems = append(b.problems, diag.New("patch/hook", n.Place(), "the patch has a script but names none of its hooks").
					WithHint("say what they do: hooks: {use: wrap}"))
			}
		}
		return nil
	}
	if m := b.manifestFor(d.pack); m.Version != nil && !m.Requests(manifest.Hooks) {
		b.problems = append(b.problems, diag.New("pack/capability", hooks.Place(), "%s wraps hooks of another pack without requesting that capability", d.pack).
			WithHint("write capabilities: [hooks] into %s", manifest.File))
	}
	script, problems := b.script(d.pack, d.node)
	b.problems = append(b.problems, problems...)
	if script == nil {
		if len(problems) == 0 {
			b.problems = append(b.problems, diag.New("patch/hook", hooks.Place(), "the patch names hooks but has no script that defines them").
				WithHint("write script: and the name of a file, or lua: |"))
		}
		return nil
	}
	ops := map[string]def.Op{"add": def.AddHook, "wrap": def.WrapHook, "replace": def.ReplaceHook}
	var out []def.Layer
	for _, f := range hooks.Fields() {
		out = append(out, def.Layer{Pack: d.pack, Op: ops[f.Value.Text()], Hook: f.Key, Script: script, Place: f.KeyPlace()})
	}
	return out
}
