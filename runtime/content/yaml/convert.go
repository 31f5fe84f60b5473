package yaml

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	library "gopkg.in/yaml.v3"

	"sleight/runtime/content/def"
	"sleight/runtime/diag"
)

// converter converts the YAML nodes of one file to def nodes, and refuses what
// JSON cannot express.
type converter struct {
	file      *def.Node // see def.InFile
	src       []byte
	lines     [][]byte
	ascii     bool // if set, every character is one byte
	spare     []def.Node
	count     int
	full      bool
	problems  diag.List
	ambiguous diag.List // values that YAML versions read differently
}

func (c *converter) problem(code string, at diag.Place, hint, format string, args ...any) {
	c.problems = append(c.problems, diag.New(code, at, format, args...).WithHint("%s", hint))
}

// value converts n, which is in outer at an index counted from 0, at nesting
// level depth. It never returns nil.
func (c *converter) value(n *library.Node, outer *def.Node, at, depth int) *def.Node {
	out := c.node()
	out.SetPosition(c.position(n, outer, at))
	if c.count++; c.count > maxNodes {
		if !c.full {
			c.full = true
			c.problem("file/too-large", out.Place(), "split it into several files", "the file contains more than %d values", maxNodes)
		}
		return out
	}
	if depth > maxDepth {
		c.problem("content/depth", out.Place(), "", "values are nested more than %d deep", maxDepth)
		return out
	}
	if !c.plainFeatures(n, out.Position()) {
		return out
	}
	switch n.Kind {
	case library.MappingNode:
		c.fields(n, out, depth)
	case library.SequenceNode:
		items := make([]*def.Node, len(n.Content))
		out.SetItems(items) // now, so that values in it know its type
		for i, item := range n.Content {
			items[i] = c.value(item, out, i, depth+1)
		}
	case library.ScalarNode:
		c.scalar(n, out)
	}
	return out
}

// node returns a new node. The nodes of a document are allocated together.
func (c *converter) node() *def.Node {
	if len(c.spare) == 0 {
		c.spare = make([]def.Node, 1)
	}
	n := &c.spare[0]
	c.spare = c.spare[1:]
	return n
}

// plainFeatures refuses aliases, anchors and tags.
func (c *converter) plainFeatures(n *library.Node, position def.Position) bool {
	name := n.Anchor
	if n.Kind == library.AliasNode {
		name = n.Value
	}
	if name != "" {
		position.Length = int32(len([]rune(name)) + 1)
	}
	switch {
	case n.Kind == library.AliasNode:
		c.problem("content/yaml-feature", position.Place(), "write the value out, or use extends; a text that starts with * needs quotes",
			"an alias (*%s) cannot be used in content", n.Value)
	case n.Anchor != "":
		c.problem("content/yaml-feature", position.Place(), "remove it; a text that starts with & needs quotes",
			"an anchor (&%s) cannot be used in content", n.Anchor)
	case n.Style&library.TaggedStyle != 0:
		c.problem("content/yaml-feature", position.Place(), "remove it; a text that starts with ! needs quotes",
			"a tag (%s) cannot be used in content", n.ShortTag())
	default:
		return true
	}
	return false
}

func (c *converter) fields(n *library.Node, out *def.Node, depth int) {
	document := out.In().In() == nil
	fields := make([]def.Field, 0, len(n.Content)/2)
	first := firstKeys{fields: &fields}
	out.SetFields(fields)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if !c.key(key, out) {
			continue
		}
		if before, twice := first.find(key.Value); twice {
			hint := "remove one of them"
			if document && key.Value == "kind" {
				hint = "put --- on a line of its own between two definitions"
			}
			d := diag.New("content/duplicate-key", c.position(key, out, before).Place(), "duplicate key %q in this mapping", key.Value).
				WithHint("%s", hint).WithNote(fields[before].KeyPlace(), "first defined here")
			c.problems = append(c.problems, d)
			if document && key.Value == "kind" {
				return // everything after it belongs to another definition
			}
			continue
		}
		last := len(fields)
		fields = append(fields, def.NewField(key.Value, c.position(key, out, last), nil))
		out.SetFields(fields) // the paths of values in it need the key
		fields[last].Value = c.value(n.Content[i+1], out, last, depth+1)
		first.add(key.Value)
	}
}

// firstKeys finds the position of an earlier key.
type firstKeys struct {
	fields *[]def.Field
	index  map[string]int // of all fields, once there are many
}

func (k *firstKeys) find(key string) (at int, ok bool) {
	if k.index != nil {
		at, ok = k.index[key]
		return at, ok
	}
	at = slices.IndexFunc(*k.fields, func(f def.Field) bool { return f.Key == key })
	return at, at >= 0
}

// add records the last field, whose key is new.
func (k *firstKeys) add(key string) {
	const many = 32
	switch last := len(*k.fields) - 1; {
	case k.index != nil:
		k.index[key] = last
	case last == many:
		k.index = make(map[string]int, cap(*k.fields))
		for i, f := range *k.fields {
			k.index[f.Key] = i
		}
	}
}

// key refuses keys of a mapping that are not texts.
func (c *converter) key(key *library.Node, of *def.Node) bool {
	position := c.position(key, of.In(), int(of.Position().Index)) // it is not the path of a value
	if !c.plainFeatures(key, position) {
		return false
	}
	refuse := func(hint, format string, args ...any) bool {
		c.problem("content/value", position.Place(), hint, format, args...)
		return false
	}
	switch {
	case key.Kind != library.ScalarNode:
		return refuse("a text in { } needs quotes", "a key must be a text")
	case key.Tag == "!!merge":
		c.problem("content/yaml-feature", position.Place(), "use extends, or write the keys out", "merge keys (<<) cannot be used in content")
		return false
	case key.Value == "" && key.Style == 0:
		return refuse("write a key before the colon", "a key is missing before the colon")
	case (key.Tag == "!!int" || key.Tag == "!!float") && c.decimalComma(key):
		return refuse("write a decimal point instead of the comma, or {key: value} for a mapping", "the number %s follows a comma here", key.Value)
	case key.Tag != "!!str":
		return refuse(fmt.Sprintf("write \"%s\":", key.Value), "the key %s is not a text", key.Value)
	}
	return true
}

// isNumber reports whether a text is a number that every program reads alike:
// as in JSON, or with a plus sign, or without digits on one side of the point.
func isNumber(text string) bool {
	rest := strings.TrimLeft(text, "+-")
	if len(text)-len(rest) > 1 {
		return false
	}
	whole := countDigits(rest)
	if whole > 1 && rest[0] == '0' {
		return false
	}
	rest = rest[whole:]
	part := 0
	if strings.HasPrefix(rest, ".") {
		part = countDigits(rest[1:])
		rest = rest[1+part:]
	}
	if whole+part == 0 {
		return false
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		rest = rest[1:]
		if rest != "" && (rest[0] == '+' || rest[0] == '-') {
			rest = rest[1:]
		}
		return rest != "" && countDigits(rest) == len(rest)
	}
	return rest == ""
}

func countDigits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }

// booleanWords are booleans in YAML 1.1 but not in 1.2.
var booleanWords = map[string]string{"yes": "true", "no": "false", "on": "true", "off": "false"}

func (c *converter) scalar(n *library.Node, out *def.Node) {
	switch n.Tag {
	case "!!null":
	case "!!bool":
		out.SetBool(strings.EqualFold(n.Value, "true"))
	case "!!int", "!!float":
		c.number(n, out)
	case "!!timestamp":
		c.problem("content/value", out.Place(), "put quotes around it", "%s is a date, which content cannot use", n.Value)
	case "!!merge":
		c.problem("content/yaml-feature", out.Place(), "put quotes around it", "<< cannot be used here")
	default:
		if n.Style == 0 && isNumber(n.Value) {
			c.number(n, out)
			return
		}
		if right, ok := booleanWords[strings.ToLower(n.Value)]; n.Style == 0 && ok {
			c.ambiguous = append(c.ambiguous, diag.New("content/value", out.Place(), "%s means %s to some programs and a text to others", n.Value, right).
				WithHint("write %s, or put quotes around it if it is a text", right))
		}
		line, column := c.textOffset(n)
		out.SetText(n.Value, int32(line), int32(column))
	}
}

func (c *converter) number(n *library.Node, out *def.Node) {
	out.SetNumber(0)
	if !isNumber(n.Value) {
		hint := "write it with the digits 0 to 9 alone, or put quotes around it if it is a text"
		if strings.Contains(n.Value, ".") && !strings.ContainsAny(n.Value, "0123456789") {
			hint = "write a number"
		}
		c.problem("content/value", out.Place(), hint, "%s is not a number that content may use", n.Value)
		return
	}
	v, err := strconv.ParseFloat(n.Value, 64)
	if err != nil || math.IsInf(v, 0) || !strings.ContainsAny(n.Value, ".eE") && math.Abs(v) > maxWhole-1 {
		c.problem("content/value", out.Place(), "whole numbers go up to ±9007199254740991", "%s is too large to be kept exactly", n.Value)
		return
	}
	if v != 0 { // and not −0
		out.SetNumber(v)
	}
}

// decimalComma reports whether a key is the part of a number after a decimal
// comma.
func (c *converter) decimalComma(key *library.Node) bool {
	if key.Line < 1 || key.Line > len(c.lines) {
		return false
	}
	line := []rune(string(c.lines[key.Line-1]))
	at := key.Column - 1
	return at > 1 && at <= len(line) && line[at-1] == ',' && line[at-2] >= '0' && line[at-2] <= '9'
}
