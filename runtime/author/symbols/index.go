package symbols

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/api"
	"sleight/runtime/game/rules"
)

// indexer indexes one unit: a definition, a Lua file, or a document that is not
// a definition.
type indexer struct {
	*Index
	sources   Sources
	lines     map[string][][]byte
	functions map[string]*api.Function
	seen      map[diag.Place]bool
	uses      []Use
	examined  []string // the files whose lines the unit has read
	// moduleOf maps the fields of modules that the unit's Lua names to the modules.
	moduleOf map[member]string
	// scriptModules are the modules whose functions are hooks, since definitions have them
	// as scripts.
	scriptModules map[string]bool

	// The definition being read, and its game, if any.
	of   *def.Definition
	game *rules.Game
	pack string
}

// declareParams records where the parameters of a definition are declared. One
// that it inherits, or sets again, belongs to the definition that it extends;
// one of a template, which is not in the catalog, to the first that extends
// that.
func (b *indexer) declareParams(d *def.Definition) {
	for _, f := range d.Data.Each("params") {
		at := f.KeyPlace()
		at.Path, at.Length = "", 0
		if _, ok := b.params[at]; !ok {
			b.params[at] = Symbol{Param, b.declares(d, f.Key), f.Key}
		}
	}
}

// declares returns PACK:KIND/ID of the definition that first declares a
// parameter: the definition itself, or one that it extends.
func (b *indexer) declares(d *def.Definition, param string) string {
	for _, name := range slices.Backward(d.Bases) {
		if base, ok := b.Content.Catalog.Get(name); ok && base.Data.Get("params").Get(param) != nil {
			return base.Pack + ":" + base.Key()
		}
	}
	return d.Pack + ":" + d.Key()
}

// param returns the symbol of a parameter of a definition.
func (b *indexer) param(d *def.Definition, name string) (Symbol, bool) {
	for _, f := range d.Data.Each("params") {
		if f.Key == name {
			at := f.KeyPlace()
			at.Path, at.Length = "", 0
			s, ok := b.params[at]
			return s, ok
		}
	}
	return Symbol{}, false
}

// add adds a use of a symbol if its name is at the place, perhaps in quotes.
func (b *indexer) add(s Symbol, name string, at diag.Place, declares bool) {
	at.Path = ""
	line := b.line(at.File, at.Line)
	for range 2 {
		if hasAt(line, at.Column, name) {
			at.Length = width(name)
			if !b.seen[at] {
				b.seen[at] = true
				b.uses = append(b.uses, Use{s, at, declares})
			}
			return
		}
		at.Column++ // after the quote
	}
	b.addOnLine(s, name, at, declares)
}

// addOnLine adds a use at the first place on the rest of the line that has its
// name: escapes in a quoted text move everything after them.
func (b *indexer) addOnLine(s Symbol, name string, at diag.Place, declares bool) {
	line := []rune(string(b.line(at.File, at.Line)))
	if !slices.Contains(line, '\\') {
		return
	}
	for c := at.Column - 1; c < len(line); c++ {
		if isWordRune(line[c-1]) || !hasAt([]byte(string(line)), c+1, name) {
			continue
		}
		if at.Column, at.Length = c+1, width(name); !b.seen[at] {
			b.add(s, name, at, declares)
			return
		}
	}
}

func (b *indexer) line(file string, number int) []byte {
	lines := b.linesOf(file)
	if number < 1 || number > len(lines) {
		return nil
	}
	return lines[number-1]
}

// hasAt reports whether a line has a word at a column, as a whole word.
func hasAt(line []byte, column int, word string) bool {
	for ; column > 1; column-- {
		_, size := utf8.DecodeRune(line)
		line = line[size:]
	}
	if !bytes.HasPrefix(line, []byte(word)) {
		return false
	}
	next, _ := utf8.DecodeRune(line[len(word):])
	return !isWordRune(next)
}

// isWordRune reports whether a character may be in a name.
func isWordRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// definition indexes the YAML of a definition.
func (b *indexer) definition(d *def.Definition) {
	b.of, b.game, b.pack = d, b.Content.GameOf(d), d.Pack
	for _, f := range d.Data.Fields() {
		if f.Key == "id" {
			b.add(Symbol{Definition, d.Pack, d.Key()}, d.ID, f.Value.Place(), true)
		}
	}
	b.value(d.Data, b.Schemas.Kind(d.Kind))
}

// value indexes a value and everything below it.
func (b *indexer) value(n *def.Node, s *Schema) {
	switch n.Type() {
	case def.Text:
		b.text(n, s)
	case def.List:
		var item *Schema
		if s != nil {
			item = s.Item()
		}
		for _, v := range n.Items() {
			b.value(v, item)
		}
	case def.Map:
		b.mapping(n, s)
	}
}

func (b *indexer) mapping(n *def.Node, s *Schema) {
	var keys *Schema
	var named map[string]bool
	if s != nil {
		keys, named = s.KeyNames(), s.keySet()
	}
	for _, f := range n.Fields() {
		if !named[f.Key] {
			b.key(f, keys, s)
		}
		var inner *Schema
		if s != nil {
			inner = s.Value(f.Key)
		}
		switch {
		case f.Key == "data" && n == b.rootData():
			b.untypedData(f.Value)
		case !named[f.Key] && keys != nil && slices.Contains(keys.Names, Zone) && b.game != nil && b.knows(b.game, Zone, zoneIn(f.Key)):
			b.items(f.Value)
		case s.IsCommand() && f.Key == "action":
			b.resolveName([]Category{Action}, f.Value.Text(), f.Value.Place())
		case s.IsCommand():
			b.items(f.Value) // the targets of a command, by name
		default:
			b.value(f.Value, inner)
		}
	}
}

// rootData is the whole data of the definition being read.
func (b *indexer) rootData() *def.Node {
	if b.of == nil {
		return nil
	}
	return b.of.Data
}

// untypedData indexes data whose meaning only scripts know: words that belong to
// exactly one kind of names.
func (b *indexer) untypedData(n *def.Node) {
	switch n.Type() {
	case def.Text:
		b.ambiguous(n.Text(), n.Place())
	case def.List:
		for _, item := range n.Items() {
			b.untypedData(item)
		}
	case def.Map:
		for _, f := range n.Fields() {
			b.ambiguous(f.Key, f.KeyPlace())
			b.untypedData(f.Value)
		}
	}
}

// zoneIn returns the zone in a key such as hand@2.
func zoneIn(key string) string {
	key, _, _ = strings.Cut(key, "@")
	return key
}

// key indexes a key that is a name: according to the schema, or as an id with
// its number in a list of definitions.
func (b *indexer) key(f def.Field, keys, mapping *Schema) {
	at := f.KeyPlace()
	f.Key = zoneIn(f.Key)
	if keys != nil && keys.Declares != "" {
		if keys.Declares == Param {
			if s, ok := b.param(b.of, f.Key); ok {
				b.add(s, f.Key, at, true)
			}
			return
		}
		b.add(Symbol{keys.Declares, b.scope(), f.Key}, f.Key, at, true)
		return
	}
	categories := mapping.Categories()
	if keys != nil && len(keys.Names) > 0 {
		categories = keys.Categories()
	}
	if mapping.IsCommand() {
		categories = []Category{Action}
	}
	b.resolveName(categories, f.Key, at)
}

// scope is the id of the game whose names are meant.
func (b *indexer) scope() string {
	if b.game == nil {
		return ""
	}
	return b.game.ID()
}

// text indexes a text: a name, an expression, a script, or a text for players
// with {params} in it.
func (b *indexer) text(n *def.Node, s *Schema) {
	for placeholder := range def.Placeholders(n.Text()) {
		if placeholder.Expression != "" {
			b.placeholderCode(n, placeholder)
			continue
		}
		from := placeholder.From + len("{")
		b.placeholder(placeholder.Name, b.placeOf(n, from, from+len(placeholder.Name)))
	}
	if s == nil {
		return
	}
	switch {
	case s.IsCommand():
		b.command(n)
	case s.IsExpression(n.Text()):
		b.expression(n)
	case b.of != nil && n == b.of.Data.Get("lua"):
		b.lua(n.Text(), n.Place().File, int(n.TextLine()), int(n.TextColumn()))
	default:
		b.resolveName(s.Categories(), n.Text(), n.Place())
	}
}

// placeOf returns the place of a part of a text. In a text that is written over
// several lines, or in which another text has been filled in, it searches these lines
// for the part.
func (b *indexer) placeOf(n *def.Node, from, to int) diag.Place {
	name := n.Text()[from:to]
	exact, at := n.PlaceIn(from, to), n.Place()
	if hasAt(b.line(exact.File, exact.Line), exact.Column-1, "{"+name) {
		return exact
	}
	for range maxLines {
		line := []rune(string(b.line(at.File, at.Line)))
		for c := max(1, at.Column-1); c <= len(line); c++ {
			found := diag.Place{File: at.File, Line: at.Line, Column: c + 1, Length: width(name)}
			if hasAt([]byte(string(line)), c, "{"+name) && !b.seen[found] {
				return found
			}
		}
		at.Line, at.Column = at.Line+1, 1
	}
	return exact
}

// maxLines is how many lines of a text written over several are searched.
const maxLines = 40

// placeholderCode indexes the Lua in a text, such as {=game.start}, on the first line that
// contains it.
func (b *indexer) placeholderCode(n *def.Node, placeholder def.Part) {
	inPlaceholder := regexp.MustCompile(`\{=\s*` + regexp.QuoteMeta(placeholder.Expression))
	at := n.PlaceIn(placeholder.From, placeholder.To)
	for i := range maxLines {
		line := string(b.line(at.File, at.Line+i))
		found := inPlaceholder.FindAllStringIndex(line, -1)
		for _, m := range found {
			b.lua(placeholder.Expression, at.File, at.Line+i-1, width(line[:m[1]-len(placeholder.Expression)]))
		}
		if found != nil {
			return
		}
	}
}

// expression indexes a Lua expression.
func (b *indexer) expression(n *def.Node) {
	at := n.Place()
	if _, ok := blockHeader(string(b.line(at.File, at.Line))); ok {
		text, _ := b.sources.Text(at.File)
		if c := At(string(text), at.Line+1, indent(string(b.line(at.File, at.Line+1)))+1); c.InBlock {
			b.lua(c.Block, at.File, c.BlockLine-1, c.BlockIndent)
			return
		}
	}
	at = n.PlaceIn(0, len(n.Text()))
	b.lua(n.Text(), at.File, at.Line-1, at.Column-1)
}

// command indexes a command of a test, such as "use flip d1": an action, and
// ids of definitions.
func (b *indexer) command(n *def.Node) {
	at, offset := n.PlaceIn(0, 0), 0
	if source, ok := strings.CutPrefix(n.Text(), "lua "); ok {
		b.lua(source, at.File, at.Line-1, at.Column-1+width("lua "))
		return
	}
	for i, word := range strings.Fields(n.Text()) {
		offset += strings.Index(n.Text()[offset:], word)
		place := at
		place.Column += width(n.Text()[:offset])
		offset += len(word)
		name, _, _ := strings.Cut(word, "#")
		switch {
		case i == 0:
			b.resolveName([]Category{Action}, name, place)
		case i == 1 && strings.HasPrefix(n.Text(), "begin "):
			b.resolveName([]Category{Action, Definition}, name, place)
		default:
			b.resolveName([]Category{Definition}, name, place)
		}
	}
}

// items indexes the contents of a zone in a test: ids, and properties by name.
func (b *indexer) items(n *def.Node) {
	switch n.Type() {
	case def.Text:
		b.resolveName([]Category{Definition}, n.Text(), n.Place())
	case def.List:
		for _, item := range n.Items() {
			b.items(item)
		}
	case def.Map:
		for _, f := range n.Fields() {
			if f.Key == "is" {
				b.items(f.Value)
				continue
			}
			b.resolveName([]Category{Property, Definition}, f.Key, f.KeyPlace())
			b.items(f.Value)
		}
	}
}

func (b *indexer) placeholder(name string, at diag.Place) {
	if b.of == nil {
		return
	}
	if s, ok := b.param(b.of, name); ok {
		b.add(s, name, at, false)
		return
	}
	for _, d := range b.of.Keywords {
		if d.ID == name {
			b.add(Symbol{Definition, d.Pack, d.Key()}, name, at, false)
			return
		}
	}
}

// resolveName indexes a name that may be of several kinds: the first one that the
// game knows.
func (b *indexer) resolveName(categories []Category, name string, at diag.Place) {
	for _, category := range categories {
		if category == Param {
			if b.namedParam(name, at) {
				return
			}
			continue
		}
		if s, short, ok := b.Resolve(b.currentDefinition(), b.game, category, name); ok {
			at.Column += width(name) - width(short)
			b.add(s, short, at, false)
			return
		}
	}
}

// currentDefinition returns the definition being read, or, in a document that
// is not one, a nameless definition of its pack.
func (b *indexer) currentDefinition() *def.Definition {
	if b.of == nil {
		return &def.Definition{Pack: b.pack}
	}
	return b.of
}

// namedParam indexes a parameter: one of the definition, of the game, or of
// another definition as ID.PARAM.
func (b *indexer) namedParam(name string, at diag.Place) bool {
	id, param, other := strings.Cut(name, ".")
	if other {
		s, _, ok := b.Resolve(b.of, b.game, Definition, id)
		if ok {
			b.add(s, id, at, false)
			if p, ok := b.param(b.Definition(s), param); ok {
				at.Column += width(id) + 1
				b.add(p, param, at, false)
			}
		}
		return ok
	}
	for _, d := range []*def.Definition{b.of, b.gameDefinition()} {
		if d == nil {
			continue
		}
		if s, ok := b.param(d, name); ok {
			b.add(s, name, at, false)
			return true
		}
	}
	return false
}

func (b *indexer) gameDefinition() *def.Definition {
	if b.game == nil {
		return nil
	}
	return b.game.Definition
}
