package docs

import (
	"encoding/json"
	"regexp"
	"strings"

	"sleight/runtime/content/def"
)

// plainScalar matches texts that need no quotes in YAML, in flow or block
// style.
var plainScalar = regexp.MustCompile(`^[\pL_][\pL\d_./'…× -]*$`)

// flowWidth is the maximum length of a value on one line, in characters.
const flowWidth = 72

// flow formats a value as YAML on one line.
func flow(v *def.Node) string {
	switch v.Type() {
	case def.Map:
		var parts []string
		for _, f := range v.Fields() {
			parts = append(parts, scalar(f.Key)+": "+flow(f.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case def.List:
		var parts []string
		for _, item := range v.Items() {
			parts = append(parts, flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case def.Text:
		return scalar(v.Text())
	case def.Null:
		return "null"
	}
	return v.Show()
}

// scalar quotes a text if YAML would read it as something else.
func scalar(s string) string {
	switch strings.ToLower(s) {
	case "true", "false", "yes", "no", "on", "off", "null", "y", "n":
	default:
		if plainScalar.MatchString(s) && !strings.HasSuffix(s, " ") {
			return s
		}
	}
	if !strings.ContainsAny(s, "'\n") {
		return "'" + s + "'"
	}
	quoted, err := json.Marshal(s)
	if err != nil {
		return s
	}
	return string(quoted)
}

// block formats a mapping as YAML, with short values on one line each.
func block(v *def.Node, indent string) string {
	var b strings.Builder
	for _, f := range v.Fields() {
		b.WriteString(indent + f.Key + ":" + valueText(f.Value, indent))
	}
	return b.String()
}

// valueText formats what follows a colon, including the last line break.
func valueText(v *def.Node, indent string) string {
	if strings.Contains(v.Text(), "\n") {
		lines := strings.Split(strings.TrimSuffix(v.Text(), "\n"), "\n")
		return " |\n" + indent + "  " + strings.Join(lines, "\n"+indent+"  ") + "\n"
	}
	text := flow(v)
	if v.Type() != def.Map && v.Type() != def.List || len([]rune(text)) <= flowWidth {
		return " " + text + "\n"
	}
	if v.Type() == def.Map {
		return "\n" + block(v, indent+"  ")
	}
	var b strings.Builder
	for _, item := range v.Items() {
		text := flow(item)
		if item.Type() == def.Map && len([]rune(text)) > flowWidth {
			text = strings.TrimSpace(block(item, indent+"    "))
		}
		b.WriteString(indent + "  - " + text + "\n")
	}
	return "\n" + b.String()
}
