package lint

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/runtime/game/state"
	"sleight/runtime/lua/analysis"
)

// types finds values in scripts that are used as a type they do not have. It
// combines what the compiler inferred within each script with what the game
// declares.
func types(p *pass) {
	t := &typeChecker{pass: p, fields: map[string]analysis.StaticKind{}, layout: p.game.Table(p.game.MinPlayers).Layout}
	t.gatherSends()
	t.results()
	fillsZero := slices.ContainsFunc(p.code, func(c rules.Code) bool { return c.Program.Facts().FillsZero })
	for _, code := range p.code {
		facts := code.Program.Facts()
		for _, u := range facts.Uses {
			t.use(code, u)
		}
		for _, q := range facts.Quoted {
			t.quotedLocal(q)
		}
		for _, doubt := range facts.Doubts {
			p.report(doubt)
		}
		if fillsZero {
			continue
		}
		for _, z := range facts.ZeroIndexes {
			p.report(diag.New("script/doubt", z.Place, "nothing is ever stored at %s[0]: lists begin at 1", z.Text).WithHint("write %s[1] for the first item", z.Text))
		}
	}
}

// typeChecker resolves the types of named things.
type typeChecker struct {
	*pass
	layout        *state.Layout
	fields        map[string]analysis.StaticKind // of entities and tables of any sort
	allNames      []string                       // see names
	declared      []string                       // see namesAndKinds
	sends         map[string][]sent              // by the name of the hook that they call
	views         map[string]diag.List           // the tests that expect another type of a view
	given         map[hookArg]analysis.StaticKind
	lacksReported map[diag.Place]bool // the hooks that reportLacksValue has reported
}

// kind returns the kind of a value, or StaticUnknown.
func (t *typeChecker) kind(of analysis.StaticType, code rules.Code) analysis.StaticKind {
	switch of.Kind {
	case analysis.StaticVariable:
		if v := t.declaration(code, of); v != nil {
			return declaredKind(v)
		}
	case analysis.StaticGame:
		return t.inDefinition(t.game.Definition, of.Of)
	case analysis.StaticOwn:
		switch decl := t.declaration(code, of); {
		case decl != nil:
			return declaredKind(decl)
		case code.Owner != nil:
			return t.inDefinition(code.Owner, of.Of)
		case !strings.Contains(of.Of, "."):
			return t.field(of.Of)
		}
	case analysis.StaticField:
		return t.field(of.Of)
	case analysis.StaticHookArg:
		return t.hookArg(of.Of, argNumber(of, code))
	}
	if of.Kind < analysis.StaticVariable {
		return of.Kind
	}
	return analysis.StaticUnknown
}

// declaredKind returns the kind of a declared value.
func declaredKind(d *state.Decl) analysis.StaticKind {
	switch d.Type {
	case state.Number:
		return analysis.StaticNumber
	case state.Text:
		return analysis.StaticText
	case state.Bool:
		return analysis.StaticBoolean
	case state.Ref:
		return analysis.StaticEntity
	}
	return analysis.StaticUnknown
}

// property returns the declaration of a property of a kind, or nil.
func (t *typeChecker) property(kind, name string) *state.Decl {
	for _, k := range t.layout.Kinds {
		if i, ok := k.Prop(name); ok && k.Name == kind {
			return &k.Props[i]
		}
	}
	return nil
}

// inDefinition returns the kind of a parameter or a value of a definition. A path
// such as data.colors names a value in its data.
func (t *typeChecker) inDefinition(x *def.Definition, name string) analysis.StaticKind {
	if first, rest, ok := strings.Cut(name, "."); ok {
		if first == "params" {
			return analysis.StaticUnknown // unknownFields reports it
		}
		n := x.Data.Get(first)
		for key := range strings.SplitSeq(rest, ".") {
			n = n.Get(key)
		}
		return nodeKind(n)
	}
	if slices.ContainsFunc(x.Params, func(p def.Param) bool { return p.Name == name }) {
		return analysis.StaticNumber
	}
	return nodeKind(x.Data.Get(name))
}

func nodeKind(n *def.Node) analysis.StaticKind {
	switch {
	case n == nil:
		return analysis.StaticUnknown
	case n.Type() == def.Number:
		return analysis.StaticNumber
	case n.Type() == def.Bool:
		return analysis.StaticBoolean
	case n.Type() == def.List || n.Type() == def.Map:
		return analysis.StaticTable
	case n.Type() == def.Text && !strings.HasPrefix(n.Text(), "="):
		return analysis.StaticText
	}
	return analysis.StaticUnknown
}

// field returns the kind that x.NAME has for every x that has it: every kind of
// entity, every definition. It is unknown if scripts make tables with it.
func (t *typeChecker) field(name string) analysis.StaticKind {
	if kind, ok := t.fields[name]; ok {
		return kind
	}
	kind, mixed := analysis.StaticUnknown, t.index.tableKeys[name]
	add := func(k analysis.StaticKind) {
		mixed = mixed || k == analysis.StaticUnknown || kind != analysis.StaticUnknown && k != kind
		kind = k
	}
	for _, k := range t.layout.Kinds {
		if i, ok := k.Prop(name); ok {
			add(declaredKind(&k.Props[i]))
		}
	}
	if k, ok := t.fieldKinds()[name]; ok {
		add(k)
	}
	switch name {
	case "key", "pack", "id", "kind":
		add(analysis.StaticText)
	case "index":
		add(analysis.StaticNumber)
	case "temporary":
		add(analysis.StaticBoolean)
	case "zone", "owner", "face":
		mixed = true // text, number or nil
	}
	if mixed {
		kind = analysis.StaticUnknown
	}
	t.fields[name] = kind
	return kind
}

// fieldKinds returns the kind of every parameter and key that definitions have at the
// top, or StaticUnknown if they differ.
func fieldKinds(all []*def.Definition) map[string]analysis.StaticKind {
	kinds := map[string]analysis.StaticKind{}
	add := func(name string, kind analysis.StaticKind) {
		if before, ok := kinds[name]; !ok {
			kinds[name] = kind
		} else if before != kind {
			kinds[name] = analysis.StaticUnknown
		}
	}
	for _, x := range all {
		for i := range x.Params {
			add(x.Params[i].Name, analysis.StaticNumber)
		}
		for i := range x.Data.Fields() {
			f := &x.Data.Fields()[i]
			if !slices.ContainsFunc(x.Params, func(p def.Param) bool { return p.Name == f.Key }) {
				add(f.Key, nodeKind(f.Value))
			}
		}
	}
	return kinds
}

// use checks one use of a value.
func (t *typeChecker) use(code rules.Code, u analysis.Use) {
	got := t.kind(u.Got, code)
	if t.isMisordered(u.Got.Of, code) {
		return // misorderedHooks reports it
	}
	switch u.Need {
	case analysis.NeedSame, analysis.NeedOrder:
		t.compared(code, u, got)
		return
	case analysis.NeedSet:
		t.assigned(code, u, got)
		return
	case analysis.NeedSum:
		t.summed(code, u, got)
		return
	case analysis.NeedAlike:
		if t.kind(u.Other, code) == analysis.StaticNumber {
			t.report(diag.New("script/type", u.Place, "%s is a text, but the other possible value is a number", u.Text).WithHint("remove the quotes: %s", u.Word))
		}
		return
	}
	switch {
	case got == analysis.StaticUnknown:
		t.unknownUse(u)
	case got == analysis.StaticNil && u.Text != "nil" || slices.Contains(accepts[u.Need], got) || t.reportLacksValue(code, u):
	default:
		p := diag.New("script/type", u.Place, usedAs, u.Text, kindWord(got), purpose(u))
		if hint := hintFor(u, got); hint != "" {
			p = p.WithHint("%s", hint)
		}
		t.report(p)
	}
}

// unknownUse checks a use of a value of unknown kind by where the value comes from.
func (t *typeChecker) unknownUse(u analysis.Use) {
	switch {
	case u.Need == analysis.NeedCall && t.isData(u.Got):
		t.report(diag.New("script/type", u.Place, "%s is called like a function, but only content has a field of that name", u.Text).WithHint("remove the () after it"))
	case u.Silent:
		t.report(diag.New("script/type", u.Place, "%s returns nothing, but %s", u.Text, purpose(u)).WithHint("is return missing in that function?"))
	}
}

// usedAs says that a value is of the wrong kind for its purpose: the value, its kind
// and the purpose. The purpose of a value whose field is read has the field's name,
// quoted, between readField and isRead.
const (
	usedAs    = "%s is %s, but %s"
	readField = "its field "
	isRead    = " is read"
)

// bareName matches a variable of a script, as opposed to a longer expression.
var bareName = regexp.MustCompile(`^[A-Za-z_]\w*$`)

// accepts lists the kinds of values that meet each requirement.
var accepts = map[analysis.Need][]analysis.StaticKind{
	analysis.NeedNumber:     {analysis.StaticNumber},
	analysis.NeedPart:       {analysis.StaticNumber, analysis.StaticText},
	analysis.NeedCall:       {analysis.StaticFunction},
	analysis.NeedFields:     {analysis.StaticTable, analysis.StaticList, analysis.StaticEntity, analysis.StaticText},
	analysis.NeedItems:      {analysis.StaticTable, analysis.StaticList, analysis.StaticEntity},
	analysis.NeedIterator:   {analysis.StaticFunction},
	analysis.NeedLength:     {analysis.StaticTable, analysis.StaticList, analysis.StaticText},
	analysis.NeedTable:      {analysis.StaticTable, analysis.StaticList},
	analysis.NeedText:       {analysis.StaticText},
	analysis.NeedEntity:     {analysis.StaticEntity},
	analysis.NeedBoolean:    {analysis.StaticBoolean},
	analysis.NeedList:       {analysis.StaticTable, analysis.StaticList},
	analysis.NeedObject:     {analysis.StaticTable, analysis.StaticList, analysis.StaticEntity},
	analysis.NeedListOrZone: {analysis.StaticTable, analysis.StaticList, analysis.StaticText},
	analysis.NeedEntities:   {analysis.StaticTable, analysis.StaticList, analysis.StaticText},
}

func kindWord(k analysis.StaticKind) string {
	return [...]string{"unknown", "nil", "a number", "a text", "true or false", "a table", "a list", "an entity", "a function"}[k]
}

// purpose describes what the value is used for.
func purpose(u analysis.Use) string {
	if u.Position {
		return "it is used as the item at that position"
	}
	function, param, argument := strings.Cut(u.Name, " ")
	switch {
	case argument:
		return fmt.Sprintf("%s needs %s for %s", function, needWord(u.Need), param)
	case u.Need == analysis.NeedNumber && u.Name == "":
		return "a for loop counts with numbers"
	case u.Need == analysis.NeedNumber || u.Need == analysis.NeedTable:
		return fmt.Sprintf("%s needs %s", u.Name, needWord(u.Need))
	case u.Name == "..":
		return ".. joins texts and numbers"
	case u.Need == analysis.NeedPart:
		return u.Name + " needs a text"
	case u.Need == analysis.NeedCall:
		return "it is called like a function"
	case u.Need == analysis.NeedFields:
		return readField + strconv.Quote(u.Name) + isRead
	case u.Need == analysis.NeedItems:
		return "its items are read"
	case u.Need == analysis.NeedIterator:
		return "a for loop iterates over it"
	case u.Need == analysis.NeedLength:
		return "# counts the items of a list"
	}
	return "it cannot be used here"
}

func needWord(n analysis.Need) string {
	return map[analysis.Need]string{
		analysis.NeedNumber: "a number", analysis.NeedText: "a text", analysis.NeedEntity: "an entity", analysis.NeedBoolean: "true or false",
		analysis.NeedListOrZone: "a list or zone", analysis.NeedEntities: "a zone or list of entities",
		analysis.NeedList: "a list", analysis.NeedTable: "a table", analysis.NeedObject: "an entity or a table", analysis.NeedCall: "a function",
		analysis.NeedIterator: "what a for loop can iterate over", analysis.NeedLength: "a list", analysis.NeedFields: "a table or an entity", analysis.NeedPart: "a text or a number",
	}[n]
}

// hintFor returns a hint for the likely mistake, or "".
func hintFor(u analysis.Use, got analysis.StaticKind) string {
	items := got == analysis.StaticList || got == analysis.StaticTable
	argument := strings.Contains(u.Name, " ") // the function uses it so, not the call
	switch {
	case u.Position:
		position := "_"
		if u.Other.Kind == analysis.StaticFunction {
			position = u.Other.Of
		}
		return fmt.Sprintf("each and ipairs give the position first: for %s, %s in …", position, u.Text)
	case u.Joined && (u.Need == analysis.NeedNumber || u.Need == analysis.NeedOrder):
		return "to add numbers, write +"
	case u.Need == analysis.NeedNumber && isNumeral(u.Word):
		return "remove the quotes: " + u.Word
	case items && strings.HasPrefix(u.Name, "each "):
		return fmt.Sprintf("to loop over a list, write ipairs(%s)", u.Text)
	case u.Need == analysis.NeedNumber && u.Name == "%" && got == analysis.StaticText:
		return fmt.Sprintf("write: string.format(%s, …), or join texts with ..", u.Text)
	case u.Need == analysis.NeedNumber && u.Name == "+" && got == analysis.StaticText:
		return "to join texts, write .."
	case u.Need == analysis.NeedIterator && items:
		return fmt.Sprintf("write: for _, x in ipairs(%s) do, or pairs(%s) for a table with names", u.Text, u.Text)
	case u.Need == analysis.NeedTable && got == analysis.StaticText && (u.Got.Kind == analysis.StaticGame || u.Got.Kind == analysis.StaticOwn):
		return "if it is meant as a list, write brackets around it in the YAML file: [a, b]; to loop over the entities of a zone, write each(" + u.Text + ")"
	case (u.Need == analysis.NeedIterator || u.Need == analysis.NeedTable) && got == analysis.StaticText:
		return fmt.Sprintf("to loop over the entities of a zone, write each(%s)", u.Text)
	case (u.Need == analysis.NeedNumber || u.Need == analysis.NeedOrder) && items:
		return fmt.Sprintf("its length is #%s", u.Text)
	case u.Name == "count each item":
		return fmt.Sprintf("the length of a list is #%s", u.OtherText)
	case u.Need == analysis.NeedText && items && bareName.MatchString(u.Text):
		return fmt.Sprintf("a name is a text: %q", u.Text)
	case got == analysis.StaticFunction:
		return fmt.Sprintf("to call it, write %s()", u.Text)
	case u.Need == analysis.NeedCall && !argument:
		return "remove the () after it"
	case u.Need == analysis.NeedLength && !argument && got == analysis.StaticNumber:
		return "remove the #"
	case u.Need == analysis.NeedItems && got == analysis.StaticText && u.Got.Kind >= analysis.StaticVariable:
		return "if it is meant as a list, write brackets around it in the YAML file: [a, b]"
	case u.Need == analysis.NeedItems && got == analysis.StaticText:
		return fmt.Sprintf("a part of a text is string.sub(%s, first, last)", u.Text)
	}
	return ""
}

func isNumeral(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}

// summed finds concatenations of numbers only.
func (t *typeChecker) summed(code rules.Code, u analysis.Use, got analysis.StaticKind) {
	all := got == analysis.StaticNumber
	for _, p := range u.Parts {
		all = all && t.kind(p, code) == analysis.StaticNumber
	}
	if all {
		t.report(diag.New("script/type", u.Place, ".. joins %s and other numbers to a text", u.Text).WithHint("to add numbers, write +"))
	}
}

// compared finds comparisons of values of different types, and with words that no
// value can have.
func (t *typeChecker) compared(code rules.Code, u analysis.Use, got analysis.StaticKind) {
	other := t.kind(u.Other, code)
	known := got != analysis.StaticUnknown && got != analysis.StaticNil
	if u.Need == analysis.NeedOrder {
		bad := func(k analysis.StaticKind) bool {
			return k != analysis.StaticUnknown && k != analysis.StaticNil && k != analysis.StaticNumber && k != analysis.StaticText
		}
		if bad(got) || known && (bad(other) || other == analysis.StaticNumber || other == analysis.StaticText) && got != other {
			p := diag.New("script/type", u.Place, "%s is %s, but %s compares two numbers or two texts", u.Text, kindWord(got), u.Name)
			if hint := hintFor(u, got); hint != "" {
				p = p.WithHint("%s", hint)
			} else if got == analysis.StaticNumber && isNumeral(u.Word) {
				p = p.WithHint("remove the quotes: %s", u.Word)
			} else if got == analysis.StaticNumber && (other == analysis.StaticTable || other == analysis.StaticList) {
				p = p.WithHint("the length of a list is #%s", u.OtherText)
			}
			t.report(p)
		} else if u.IsWord && isNumeral(u.Word) && got != analysis.StaticText {
			t.report(diag.New("script/type", u.Place, "%s is a text, but %s compares two numbers or two texts", u.OtherText, u.Name).WithHint("remove the quotes: %s", u.Word))
		}
		return
	}
	if u.Literal && t.isDeclared(code, u) {
		return // impossibleConditions checks it
	}
	equal := func(k analysis.StaticKind) analysis.StaticKind {
		if k == analysis.StaticList {
			return analysis.StaticTable
		}
		return k
	}
	switch {
	case known && other != analysis.StaticUnknown && other != analysis.StaticNil && equal(got) != equal(other):
		t.fixedCondition(u.Place, u.Name == "~=", fmt.Sprintf("%s is %s, not %s", u.Text, kindWord(got), kindWord(other)), "")
	case u.IsWord && got != analysis.StaticNil:
		t.neverOccurs(u)
	}
}

// isDeclared reports whether the compared value has a declaration, so that
// impossibleConditions checks the comparison.
func (t *typeChecker) isDeclared(code rules.Code, u analysis.Use) bool {
	var decl *def.Node
	switch {
	case u.Text == "phase()", u.Got.Of == "zone", u.Got.Of == "kind":
		return u.IsWord
	case u.Got.Kind == analysis.StaticVariable:
		if decl = t.data.Get("variables").Get(u.Got.Of); decl == nil {
			decl = t.data.Get("profile").Get(u.Got.Of)
		}
	case u.Got.Kind == analysis.StaticOwn && code.Owner != nil:
		decl = t.data.Get("properties").Get(code.Owner.Kind).Get(u.Got.Of)
	}
	return decl != nil && typeOf(decl) != def.Null
}

// assigned checks a value assigned to a variable or property.
func (t *typeChecker) assigned(code rules.Code, u analysis.Use, got analysis.StaticKind) {
	want := t.kind(u.Other, code)
	if got == analysis.StaticNil || got == analysis.StaticUnknown || want == analysis.StaticUnknown {
		return
	}
	name := u.Other.Of
	if u.Other.Kind == analysis.StaticVariable {
		name = "vars." + name
	}
	if got != want {
		p := diag.New("script/type", u.Place, "%s holds %s, but %s is assigned to it", name, kindWord(want), kindWord(got))
		if hint := hintFor(u, got); hint != "" {
			p = p.WithHint("%s", hint)
		}
		t.report(p)
		return
	}
	if decl := t.declaration(code, u.Other); decl != nil && (u.IsNumber || u.IsWord) {
		v := state.Num(u.Number)
		if u.IsWord {
			v = state.Str(u.Word)
		}
		if _, problem := decl.Check(v); problem != nil {
			p := diag.New("script/type", u.Place, "%s", problem.Message)
			if u.IsWord {
				p = p.Suggest(u.Word, decl.OneOf)
			}
			p.Notes = problem.Notes
			t.report(p)
		}
	}
}

// declaration returns what declares a variable or property. The bounds of a
// property differ from kind to kind, so the kind must be known.
func (t *typeChecker) declaration(code rules.Code, of analysis.StaticType) *state.Decl {
	switch {
	case of.Kind == analysis.StaticVariable:
		for i := range t.layout.Vars {
			if v := &t.layout.Vars[i]; v.Name == of.Of {
				return v
			}
		}
	case of.Kind == analysis.StaticOwn && code.Owner != nil:
		return t.property(code.Owner.Kind, of.Of)
	}
	return nil
}
