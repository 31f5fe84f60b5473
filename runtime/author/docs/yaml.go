package docs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// plainScalar matches texts that need no quotes in YAML, in flow or block
// style.
var plainScalar = regexp.MustCompile(`^[\pL_][\pL\d_./'…× -]*$`)

// flowWidth is the maximum length of a value on one line, in characters.
const flowWidth = 72

// flow formats a value as YAML on one line.
func flow(v value) string {
	switch v.sort {
	case '{':
		var parts []string
		for _, f := range v.fields {
			parts = append(parts, scalar(f.key)+": "+flow(f.value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case '[':
		var parts []string
		for _, item := range v.list {
			parts = append(parts, flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	if s, ok := v.plain.(string); ok {
		return scalar(s)
	}
	if v.plain == nil {
		return "null"
	}
	return fmt.Sprint(v.plain)
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
func block(v value, indent string) string {
	var b strings.Builder
	for _, f := range v.fields {
		b.WriteString(indent + f.key + ":" + after(f.value, indent))
	}
	return b.String()
}

// after formats what follows a colon, including the last line break.
func after(v value, indent string) string {
	if s, ok := v.plain.(string); ok && strings.Contains(s, "\n") {
		lines := strings.Split(strings.TrimSuffix(s, "\n"), "\n")
		return " |\n" + indent + "  " + strings.Join(lines, "\n"+indent+"  ") + "\n"
	}
	text := flow(v)
	if v.sort == 0 || len([]rune(text)) <= flowWidth {
		return " " + text + "\n"
	}
	if v.sort == '{' {
		return "\n" + block(v, indent+"  ")
	}
	var b strings.Builder
	for _, item := range v.list {
		text := flow(item)
		if item.sort == '{' && len([]rune(text)) > flowWidth {
			text = strings.TrimSpace(block(item, indent+"    "))
		}
		b.WriteString(indent + "  - " + text + "\n")
	}
	return "\n" + b.String()
}
