package diag

import (
	"fmt"
	"strconv"
	"strings"
)

// Message is a sentence for players as data: a code for programs, and a format
// with its arguments for people. It becomes text where it is shown, in the
// reader's language. A nil message says nothing.
type Message struct {
	// Code is stable; it is empty for messages that only ask or inform.
	Code string
	// Format is the English sentence, with a {name} for each argument.
	Format string
	// Args are the values of the names, in order: a string is a text of content
	// and is translated, a Literal and an int are not, a *Message is part of
	// the sentence.
	Args []any
	// Then is a following sentence, such as a hint.
	Then *Message
}

// Literal is an argument that is the same in every language: what the player
// typed, a label.
type Literal string

// Text returns a message that is a text of content, or nil if that is empty.
func Text(text string) *Message {
	if text == "" {
		return nil
	}
	return &Message{Format: "{text}", Args: []any{text}}
}

// With returns a copy of m followed by another sentence.
func (m *Message) With(then *Message) *Message {
	out := *m
	out.Then = then
	return &out
}

// String returns the message in English.
func (m *Message) String() string {
	if m == nil {
		return ""
	}
	var out strings.Builder
	rest := m.Format
	for _, a := range m.Args {
		before, after, _ := strings.Cut(rest, "{")
		_, rest, _ = strings.Cut(after, "}")
		out.WriteString(before + word(a))
	}
	out.WriteString(rest)
	if m.Then != nil {
		out.WriteString(" " + m.Then.String())
	}
	return out.String()
}

func word(arg any) string {
	switch a := arg.(type) {
	case string:
		return a
	case Literal:
		return string(a)
	case int:
		return strconv.Itoa(a)
	case *Message:
		return a.String()
	}
	panic(fmt.Sprintf("diag: a message has no arguments of type %T", arg))
}

// Arguments returns the arguments in English by name, or nil if there are none.
func (m *Message) Arguments() map[string]string {
	if m == nil || len(m.Args) == 0 {
		return nil
	}
	out := map[string]string{}
	rest := m.Format
	for _, a := range m.Args {
		_, after, _ := strings.Cut(rest, "{")
		var name string
		name, rest, _ = strings.Cut(after, "}")
		out[name] = word(a)
	}
	return out
}
