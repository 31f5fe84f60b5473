package newcontent

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sleight/schemas"
)

// Field is a key of a definition that a form can ask for.
type Field struct {
	Key string
	// Type is what its value is: text, number, whole, yes or choice.
	Type string
	// Text describes it, as the schema does.
	Text string
	// Options are the values of a choice.
	Options []string
	// Low and High bound a number; nil if the schema does not.
	Low, High *float64
	// Value is the value in a new definition; nil if it has none.
	Value any
	// Required means that a definition without it is incomplete.
	Required bool
}

// The types of fields.
const (
	textField   = "text"
	numberField = "number"
	wholeField  = "whole"
	yesField    = "yes"
	choiceField = "choice"
)

// omittedKeys are keys that a form does not ask for: some are covered by other
// fields, some are written by the templates, and the rest is for experts.
var omittedKeys = []string{"kind", "id", "name", "script", "lua", "extends", "abstract", "priority"}

// Form returns the fields of a kind whose values are single words, texts,
// numbers or choices: first those that a new definition has, then the others in
// alphabetical order. Lists and maps are for the editor.
func Form(r Request) ([]Field, error) {
	s, err := readSchema(r.Schema)
	if err != nil {
		return nil, err
	}
	files, err := Files(r)
	if err != nil {
		return nil, err
	}
	starting := map[string]string{}
	var out []Field
	for _, m := range keyLine.FindAllStringSubmatch(string(files[0].Text), -1) {
		starting[m[1]] = m[2]
	}
	required := append(slices.Clone(s.Required), s.Else.Required...)
	for _, key := range slices.Sorted(maps.Keys(s.Properties)) {
		f := Field{Key: key, Required: slices.Contains(required, key)}
		if slices.Contains(omittedKeys, key) || !f.describe(s.Properties[key]) {
			continue
		}
		if text, ok := starting[key]; ok {
			f.Value = f.read(text)
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Field) int {
		return slices.Index(keysInOrder(files[0].Text), a.Key) - slices.Index(keysInOrder(files[0].Text), b.Key)
	})
	early := slices.IndexFunc(out, func(f Field) bool { return f.Value != nil })
	if early > 0 {
		out = append(slices.Clone(out[early:]), out[:early]...)
	}
	return out, nil
}

// keyLine matches a key at the top of a definition, with its value.
var keyLine = regexp.MustCompile(`(?m)^([a-z_]+): (.+)$`)

// keysInOrder lists the keys of a definition in the order in which they are written.
func keysInOrder(text []byte) (keys []string) {
	for _, m := range keyLine.FindAllSubmatch(text, -1) {
		keys = append(keys, string(m[1]))
	}
	return keys
}

// describe copies the schema's description of a key, and reports whether a form
// can ask for it.
func (f *Field) describe(p property) bool {
	f.Text = p.Description
	p = p.resolved()
	for _, option := range p.Enum {
		text, ok := option.(string)
		if !ok {
			return false
		}
		f.Options = append(f.Options, text)
	}
	f.Low, f.High = p.Minimum, p.Maximum
	switch {
	case len(f.Options) > 0:
		f.Type = choiceField
	case p.Type == "string":
		f.Type = textField
	case p.Type == "number":
		f.Type = numberField
	case p.Type == "integer":
		f.Type = wholeField
	case p.Type == "boolean":
		f.Type = yesField
	}
	return f.Type != ""
}

// resolved follows a reference into the schema that all kinds share.
func (p property) resolved() property {
	name, ok := strings.CutPrefix(p.Ref, "envelope.schema.json#/definitions/")
	if !ok {
		return p
	}
	text, err := schemas.Files.ReadFile("envelope.schema.json")
	var envelope struct{ Definitions map[string]json.RawMessage }
	var out property
	if err != nil || json.Unmarshal(text, &envelope) != nil || json.Unmarshal(envelope.Definitions[name], &out) != nil {
		return p // it has several types, for example
	}
	return out
}

// read reads a value as the templates write it.
func (f *Field) read(text string) any {
	var value any
	if f.Type == textField || f.Type == choiceField || json.Unmarshal([]byte(text), &value) != nil {
		return strings.Trim(text, `"'`)
	}
	return value
}

// setValues sets values of a definition: those that the template has written are
// replaced, others come after its name.
func setValues(text string, values map[string]any) (string, error) {
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(values))) {
		if !validID.MatchString(key) || slices.Contains(omittedKeys, key) {
			return "", fmt.Errorf("%q is not a key of the form", key)
		}
		switch values[key].(type) {
		case string, float64, bool:
		default:
			return "", fmt.Errorf("%s must be a text, a number, true or false", key)
		}
		entry := key + ": " + scalar(values[key])
		if at := regexp.MustCompile(`(?m)^` + key + `: .*$`).FindStringIndex(text); at != nil {
			text = text[:at[0]] + entry + text[at[1]:]
			continue
		}
		at := regexp.MustCompile(`(?m)^(name|id): .*\n`).FindAllStringIndex(text, 2)
		text = text[:at[len(at)-1][1]] + entry + "\n" + text[at[len(at)-1][1]:]
	}
	return text, nil
}

// unquoted matches texts that need no quotes in a line of YAML of their own.
var unquoted = regexp.MustCompile(`^[A-Za-z](?:[\w ,.!?()+×–’%/-]*[\w.!?)%])?$`)

// reserved lists words that YAML reads as something other than text.
var reserved = []string{"true", "false", "null", "yes", "no", "on", "off", "y", "n"}

// scalar formats a value as one line of YAML.
func scalar(value any) string {
	text, ok := value.(string)
	if ok && unquoted.MatchString(text) && !slices.Contains(reserved, strings.ToLower(text)) {
		return text
	}
	return flowYAML(value)
}

// CheckName rejects a name that is not one line of readable text.
func CheckName(name string) error {
	if utf8.RuneCountInString(name) > 80 || strings.ContainsFunc(name, unicode.IsControl) || name != strings.TrimSpace(name) {
		return fmt.Errorf("%q is not a name, which is one line of at most 80 characters", name)
	}
	return nil
}

// YAMLName returns the name as YAML.
func (p *plan) YAMLName() string { return scalar(p.Name) }

// YAMLSentence returns a sentence with the name as YAML between braces.
func (p *plan) YAMLSentence(format string) string {
	text := fmt.Sprintf(format, p.Name)
	if scalar(text) == text && !strings.Contains(text, ",") {
		return text
	}
	return flowYAML(text)
}

// Quoted returns the name as a string of Lua in a text of YAML in single quotes.
func (p *plan) Quoted() string { return strings.ReplaceAll(strconv.Quote(p.Name), "'", "''") }

// Key returns the key under which a request's definition is found.
func (r Request) Key() string { return r.Pack + ":" + path.Join(r.Kind, r.ID) }
