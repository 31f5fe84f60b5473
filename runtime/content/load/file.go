package load

import (
	"crypto/sha256"
	"io/fs"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/filename"
	"sleight/runtime/content/picture"
	"sleight/runtime/content/schema"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// file is one file of a root as it was last read.
type file struct {
	// path is the path shown to users, inner the path in the root.
	path, inner string
	sum         [sha256.Size]byte
	// src is the text without byte order mark; nil if it is not a text.
	src       []byte
	problems  diag.List
	ambiguous diag.List // see readYAML
	pack      string    // of a YAML file that has been parsed
	// docs are the definitions of a YAML file, once it has been parsed.
	docs []*document
	// locale is the content of a locale file.
	locale *def.Locale
	// script is the content of a Lua file.
	script *def.Script
	// picture is the content of a picture.
	picture *picture.Picture
}

// document is one definition as written.
type document struct {
	pack, kind, id string
	file           *file
	node           *def.Node
	// name is KIND/ID, full is PACK:KIND/ID. identified is set if kind and id
	// exist. extends is the value of the key extends. scripted is set if the
	// document names Lua.
	name, full           string
	extends              *def.Node
	identified, scripted bool
	mayUsePresets        bool
	// problems holds the document's own schema errors, against the schemas in
	// rules.
	problems diag.List
	rules    *schema.Kinds
	// built is the definition last built from joined, which is the document
	// with what it inherits, and from script, so that an unchanged document
	// keeps the same definition.
	built         *def.Definition
	joined        *def.Node
	builtFrom     *def.Script
	builtProblems diag.List
	// from is the document with what it inherits that built was made from; nil if
	// other packs change it or something is missing.
	from    *def.Node
	changes []def.Change
	layers  []def.Layer
	// varied is set if joined differed from the document itself.
	varied bool
	family
	// keywordRefs are the {names} in its texts that must be keywords.
	keywordRefs []keywordRef
}

// make records what the definition is to be built from.
func (d *document) make(m *merged, script *def.Script) {
	d.joined, d.builtFrom, d.changes, d.layers, d.from = d.linked(m.node), script, m.changes, m.layers, nil
	if m.isPlain() {
		d.from = m.node
	}
}

// keeps reports whether the definition built last, and the problems of its data, are
// those of a document with what it inherits now.
func (d *document) keeps(m *merged, kinds *schema.Kinds) bool {
	return d.built != nil && d.rules == kinds && m.node == d.from && m.isPlain() && slices.Equal(d.bases, d.built.Bases)
}

// limit returns the maximum size of the file, in bytes.
func (f *file) limit() int {
	switch {
	case strings.HasSuffix(f.path, ".lua"):
		return maxLua
	case picture.Type(f.path) != "":
		return picture.MaxBytes
	}
	return yaml.MaxBytes
}

// read reads the file at inner from root, or returns before if that has the
// same bytes, or a copy of the file that another loader has shared.
func read(root Root, inner string, before *file) *file {
	f := &file{path: root.shown(inner), inner: inner}
	if before != nil && root.Fixed {
		return before
	}
	if known := root.shared(f.path); known != nil {
		return known
	}
	info, err := fs.Stat(root.FS, inner)
	if err == nil && info.Size() > int64(f.limit()) {
		f.problems = diag.List{tooLarge(f, info.Size())}
		return f
	}
	data, err := fs.ReadFile(root.FS, inner)
	if err != nil {
		f.problems = diag.List{diag.New("file/unreadable", diag.Place{File: f.path}, "the file cannot be read: %v", filename.Reason(err))}
		return f
	}
	f.sum = sha256.Sum256(data)
	if before != nil && before.sum == f.sum {
		return before
	}
	if len(data) > f.limit() {
		f.problems = diag.List{tooLarge(f, int64(len(data)))}
		return f
	}
	if picture.Type(f.path) != "" {
		f.checkPicture(data)
		return f
	}
	text, problem := yaml.Clean(f.path, data)
	if problem != nil {
		f.problems = diag.List{*problem}
		return f
	}
	f.src = text
	return f
}

func tooLarge(f *file, size int64) diag.Diagnostic {
	code := "file/too-large"
	if strings.HasSuffix(f.path, ".lua") {
		code = "script/too-large"
	}
	problem := diag.New(code, diag.Place{File: f.path}, "the file has %d bytes; at most %d are read", size, f.limit())
	if picture.Type(f.path) != "" {
		return problem.WithHint("make the picture smaller")
	}
	return problem.WithHint("split it into several files")
}

// parse reads the documents of a YAML file, once. arena, if not nil, receives
// their tests.
func (f *file) parse(packID string, arena *yaml.Arena) {
	f.docs, f.pack = []*document{}, packID
	if f.src == nil {
		return
	}
	read := yaml.Read
	if arena != nil {
		read = arena.Read
	}
	nodes, problems, ambiguous := read(f.path, f.src)
	f.problems, f.ambiguous = problems, ambiguous
	if len(nodes) == 0 && len(problems) == 0 {
		f.problems = diag.List{diag.New("content/empty", diag.Place{File: f.path}, "the file contains no definition").
			WithHint("write one, starting with kind: and id:, or delete the file")}
	}
	for _, n := range nodes {
		f.docs = append(f.docs, documents(packID, f, n)...)
	}
}

// packTests packs the tests that parse has put into arena.
func (f *file) packTests(arena *yaml.Arena) {
	for _, d := range f.docs {
		if d.upgradeOf == "" {
			arena.Pack(d.node)
		}
	}
}

func newDocument(packID string, f *file, n *def.Node) *document {
	d := &document{
		pack: packID, file: f, node: n, kind: n.TextOr("kind", ""), id: n.TextOr("id", ""),
		extends: n.Get("extends"), scripted: n.Get("script") != nil || n.Get("lua") != nil,
	}
	d.name = d.kind + "/" + d.id
	d.full = packID + ":" + d.name
	d.identified = n.Type() == def.Map && d.kind != "" && d.id != ""
	d.abstract = n.BoolOr("abstract", false) || d.kind == def.PresetKind
	d.mayUsePresets = mayUsePresets(n)
	return d
}
