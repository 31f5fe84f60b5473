package schema

import (
	"encoding/json"
	"maps"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"

	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/diag"
)

// validate validates n against s. The library decides whether n is valid; if
// not, the explainer explains why, at the places of the problems.
func validate(s *jsonschema.Schema, n *def.Node) (problems diag.List) {
	defer func() {
		if r := recover(); r != nil {
			problems = diag.List{diag.New("content/schema", n.Place(), "the value cannot be checked: %v", r)}
		}
	}()
	err := s.Validate(jsonValue(n))
	if err == nil {
		return nil
	}
	e := &explainer{top: s, document: n}
	e.value(s, n)
	if len(e.problems) == 0 {
		e.problems = diag.List{libraryProblem(err, n)}
	}
	e.problems.Sort()
	return e.problems[:min(len(e.problems), yaml.MaxProblems)]
}

// firstLeaf returns the first innermost cause, in a stable order.
func firstLeaf(err *jsonschema.ValidationError) *jsonschema.ValidationError {
	var leaves []*jsonschema.ValidationError
	var walk func(*jsonschema.ValidationError)
	walk = func(e *jsonschema.ValidationError) {
		if len(e.Causes) == 0 {
			leaves = append(leaves, e)
		}
		for _, c := range e.Causes {
			walk(c)
		}
	}
	walk(err)
	return slices.MinFunc(leaves, func(a, b *jsonschema.ValidationError) int {
		if c := strings.Compare(a.InstanceLocation, b.InstanceLocation); c != 0 {
			return c
		}
		return strings.Compare(a.Message, b.Message)
	})
}

// libraryProblem describes a problem that the explainer cannot explain.
func libraryProblem(err error, n *def.Node) diag.Diagnostic {
	invalid, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return diag.New("content/schema", n.Place(), "the value cannot be checked: %v", err)
	}
	leaf := firstLeaf(invalid)
	n = nodeAt(n, leaf.InstanceLocation)
	return diag.New("content/schema", n.Place(), "%s does not fit its schema: %s", label(n), leaf.Message)
}

// nodeAt follows a JSON pointer of the library, which is also percent-encoded,
// as far as possible.
func nodeAt(n *def.Node, pointer string) *def.Node {
	for _, step := range strings.Split(pointer, "/")[1:] {
		if plainStep, err := url.PathUnescape(step); err == nil {
			step = plainStep
		}
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		next := n.Get(step)
		if i, err := strconv.Atoi(step); err == nil && n.Type() == def.List && i < len(n.Items()) {
			next = n.Items()[i]
		}
		if next == nil {
			break
		}
		n = next
	}
	return n
}

// explainer walks a schema and a value together and collects problems.
type explainer struct {
	problems diag.List
	// document is the whole value, and top its schema.
	document *def.Node
	top      *jsonschema.Schema
	// whole is the schema with all keys of the mapping that is being explained, whose
	// parts, such as else, may be about its keys too.
	whole *jsonschema.Schema
}

func (e *explainer) add(d diag.Diagnostic) { e.problems = append(e.problems, d) }

// try returns the problems of n against s alone.
func (e *explainer) try(s *jsonschema.Schema, n *def.Node) diag.List {
	inner := &explainer{document: e.document, top: e.top}
	inner.value(s, n)
	if len(inner.problems) == 0 && s.Validate(jsonValue(n)) != nil {
		inner.add(diag.New("content/schema", n.Place(), "%s cannot be %s", label(n), shortValue(n)))
	}
	return inner.problems
}

func (e *explainer) value(s *jsonschema.Schema, n *def.Node) {
	if s.Ref != nil {
		e.value(s.Ref, n)
		return // draft-07: keywords beside $ref are ignored
	}
	if s.Always != nil && !*s.Always {
		e.add(diag.New("content/schema", n.Place(), "%s cannot be given here", label(n)))
		return
	}
	if len(s.Types) > 0 && !typeFits(s.Types, n) {
		e.add(typeProblem(s, n))
		return
	}
	if len(s.Constant) > 0 || len(s.Enum) > 0 {
		e.enum(s, n)
	}
	switch n.Type() {
	case def.Text:
		e.text(s, n)
	case def.Number:
		e.number(s, n)
	case def.List:
		e.list(s, n)
	case def.Map:
		e.mapping(s, n)
	}
	if outer := e.whole; len(s.Properties) > 0 {
		e.whole = s
		defer func() { e.whole = outer }()
	}
	e.combined(s, n)
}

// combined follows allOf, anyOf, oneOf, not, and if.
func (e *explainer) combined(s *jsonschema.Schema, n *def.Node) {
	for _, part := range s.AllOf {
		e.value(part, n)
	}
	if len(s.AnyOf) > 0 {
		e.anyOf(s.AnyOf, n)
	}
	if len(s.OneOf) > 0 {
		e.oneOf(s.OneOf, n)
	}
	if s.Not != nil && s.Not.Validate(jsonValue(n)) == nil {
		d := diag.New("content/pattern", n.Place(), "%s cannot be %s", label(n), shortValue(n))
		e.add(d.WithHint("%s", s.Description))
	}
	if s.If == nil {
		return
	}
	branch := s.Else
	if s.If.Validate(jsonValue(n)) == nil {
		branch = s.Then
	}
	if branch != nil {
		e.value(branch, n)
	}
}

// anyOf reports the closest alternative: the one with the fewest problems among
// those of the value's type.
func (e *explainer) anyOf(branches []*jsonschema.Schema, n *def.Node) {
	if keys, ok := onlyRequired(branches); ok {
		if !slices.ContainsFunc(keys, func(k string) bool { return n.Get(k) != nil || e.whole != nil && misspelled(e.whole, n, k) }) {
			e.add(diag.New("content/missing-key", n.Place(), "one of the keys %s is missing", orList(quoted(keys))))
		}
		return
	}
	var nearest diag.List
	var types []string
	for _, b := range branches {
		t := resolved(b).Types
		if len(t) > 0 && !typeFits(t, n) {
			types = append(types, t...)
			continue
		}
		problems := e.try(b, n)
		if len(problems) == 0 {
			return
		}
		if nearest == nil || len(problems) < len(nearest) {
			nearest = problems
		}
	}
	if nearest == nil {
		e.add(typeProblem(&jsonschema.Schema{Types: types}, n))
		return
	}
	e.problems = append(e.problems, nearest...)
}

func (e *explainer) oneOf(branches []*jsonschema.Schema, n *def.Node) {
	matching := 0
	for _, b := range branches {
		if b.Validate(jsonValue(n)) == nil {
			matching++
		}
	}
	switch {
	case matching == 0:
		e.anyOf(branches, n)
	case matching > 1:
		d := diag.New("content/schema", n.Place(), "%s fits several alternatives that exclude one another", label(n))
		if keys, ok := onlyRequired(branches); ok {
			d = diag.New("content/schema", n.Place(), "only one of the keys %s can be given", orList(quoted(keys)))
			for _, f := range n.Fields() {
				if slices.Contains(keys, f.Key) {
					d.Place = f.KeyPlace()
				}
			}
		}
		e.add(d)
	}
}

// onlyRequired returns the keys of alternatives that each only require one.
func onlyRequired(branches []*jsonschema.Schema) (keys []string, ok bool) {
	for _, b := range branches {
		if len(b.Required) != 1 || len(b.Properties) > 0 || len(b.Types) > 0 || b.Ref != nil {
			return nil, false
		}
		keys = append(keys, b.Required[0])
	}
	return keys, len(keys) > 0
}

func resolved(s *jsonschema.Schema) *jsonschema.Schema {
	for s.Ref != nil {
		s = s.Ref
	}
	return s
}

func (e *explainer) mapping(s *jsonschema.Schema, n *def.Node) {
	for _, f := range n.Fields() {
		if s.PropertyNames != nil {
			e.keyName(s.PropertyNames, f)
		}
		e.field(s, n, f)
	}
	for _, key := range s.Required {
		if n.Get(key) == nil && !misspelled(s, n, key) {
			e.add(missingKey(s, n, key))
		}
	}
	count := len(n.Fields())
	if s.MinProperties >= 0 && count < s.MinProperties {
		e.add(countProblem(n, count, "entry", "entries", "needs at least", s.MinProperties))
	}
	if s.MaxProperties >= 0 && count > s.MaxProperties {
		e.add(countProblem(n, count, "entry", "entries", "can have at most", s.MaxProperties))
	}
}

// misspelled reports whether some unknown key of a mapping is a misspelling of key;
// if so, it has already been reported.
func misspelled(s *jsonschema.Schema, n *def.Node, key string) bool {
	absent := absentKeys(s, n)
	return s.AdditionalProperties == false && slices.ContainsFunc(n.Fields(), func(f def.Field) bool {
		near, ok := diag.Nearest(f.Key, absent)
		return ok && near == key && s.Properties[f.Key] == nil
	})
}

func (e *explainer) field(s *jsonschema.Schema, n *def.Node, f def.Field) {
	known := false
	if p, ok := s.Properties[f.Key]; ok {
		known = true
		e.value(p, f.Value)
	}
	for pattern, p := range s.PatternProperties {
		if pattern.MatchString(f.Key) {
			known = true
			e.entry(p, f)
		}
	}
	if known {
		return
	}
	switch rest := s.AdditionalProperties.(type) {
	case bool:
		switch section := f.Value.Type() == def.Map || f.Value.Type() == def.List; {
		case rest:
		case section && e.tooDeep(f):
			e.add(def.TooDeep(f))
		default:
			e.add(unknownKey(s, n, f))
		}
	case *jsonschema.Schema:
		e.entry(rest, f)
	}
}

// entry explains a field whose key the author chose. If that is also a key that the
// document lacks, and the value fits it, the field was indented too deep.
func (e *explainer) entry(s *jsonschema.Schema, f def.Field) {
	before := len(e.problems)
	e.value(s, f.Value)
	if len(e.problems) > before && e.tooDeep(f) {
		e.problems = append(e.problems[:before], def.TooDeep(f))
	}
}

func (e *explainer) tooDeep(f def.Field) bool {
	own := e.top.Properties[f.Key]
	return own != nil && e.document.Get(f.Key) == nil && own.Validate(jsonValue(f.Value)) == nil
}

// keyName checks the name of a key that the author chose.
func (e *explainer) keyName(s *jsonschema.Schema, f def.Field) {
	key := def.NewText(f.KeyPosition(), f.Key)
	if s.Validate(f.Key) == nil {
		return
	}
	d := diag.New("content/pattern", key.Place(), "%q cannot be a name here", f.Key)
	e.add(d.WithHint("%s", resolved(s).Description))
}

func (e *explainer) list(s *jsonschema.Schema, n *def.Node) {
	if s.MinItems >= 0 && len(n.Items()) < s.MinItems {
		e.add(countProblem(n, len(n.Items()), "entry", "entries", "needs at least", s.MinItems))
	}
	if s.MaxItems >= 0 && len(n.Items()) > s.MaxItems {
		e.add(countProblem(n, len(n.Items()), "entry", "entries", "can have at most", s.MaxItems))
	}
	if items, ok := s.Items.(*jsonschema.Schema); ok {
		for _, item := range n.Items() {
			e.value(items, item)
		}
	}
}

func (e *explainer) text(s *jsonschema.Schema, n *def.Node) {
	length := len([]rune(n.Text()))
	switch {
	case s.MinLength > 0 && length == 0:
		e.add(diag.New("content/range", n.Place(), "%s is empty", label(n)).WithHint("write a text, or remove the key"))
	case s.MinLength >= 0 && length < s.MinLength:
		e.add(countProblem(n, length, "character", "characters", "needs at least", s.MinLength))
	case s.MaxLength >= 0 && length > s.MaxLength:
		e.add(countProblem(n, length, "character", "characters", "can have at most", s.MaxLength))
	case s.Pattern != nil && !s.Pattern.MatchString(n.Text()):
		e.add(patternProblem(s, n))
	}
}

func (e *explainer) number(s *jsonschema.Schema, n *def.Node) {
	v := new(big.Rat)
	if v.SetFloat64(n.Number()) == nil {
		return
	}
	switch {
	case s.Minimum != nil && v.Cmp(s.Minimum) < 0,
		s.Maximum != nil && v.Cmp(s.Maximum) > 0,
		s.ExclusiveMinimum != nil && v.Cmp(s.ExclusiveMinimum) <= 0,
		s.ExclusiveMaximum != nil && v.Cmp(s.ExclusiveMaximum) >= 0:
		e.add(diag.New("content/range", n.Place(), "%s is %s, but must be %s", label(n), shortValue(n), rangeWords(s)))
	case s.MultipleOf != nil && !new(big.Rat).Quo(v, s.MultipleOf).IsInt():
		e.add(diag.New("content/range", n.Place(), "%s is %s, but must be a multiple of %s", label(n), shortValue(n), ratWords(s.MultipleOf)))
	}
}

func (e *explainer) enum(s *jsonschema.Schema, n *def.Node) {
	allowed := slices.Concat(s.Constant, s.Enum)
	if !slices.ContainsFunc(allowed, func(a any) bool { return sameValue(a, n) }) {
		e.add(enumProblem(allowed, n))
	}
}

// sameValue compares a value of a schema with one of content.
func sameValue(a any, n *def.Node) bool {
	if v, ok := a.(json.Number); ok {
		f, err := v.Float64()
		return err == nil && n.Type() == def.Number && f == n.Number()
	}
	left, errLeft := json.Marshal(a)
	right, errRight := json.Marshal(jsonValue(n))
	return errLeft == nil && errRight == nil && string(left) == string(right)
}

// absentKeys returns the keys that s knows and n lacks, sorted.
func absentKeys(s *jsonschema.Schema, n *def.Node) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.Properties)), func(k string) bool { return n.Get(k) != nil })
}
