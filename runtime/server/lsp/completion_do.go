package lsp

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"sleight/runtime/author/symbols"
	"sleight/runtime/check/contenttest"
	"sleight/runtime/content/def"
	"sleight/runtime/content/yaml"
	"sleight/runtime/game/session"
)

// maxCommands is the largest number of legal commands that are completed.
const maxCommands = 200

// inDo reports whether a path leads to a command of a test: tests[].do,
// tests[].do[], or the same in a step.
func inDo(path []symbols.Step) bool {
	var keys []string
	for _, s := range path {
		if s.Key != "" {
			keys = append(keys, s.Key)
		}
	}
	return slices.Equal(keys, []string{"tests", "do"}) || slices.Equal(keys, []string{"tests", "steps", "do"})
}

// commands completes a command of a test with those that are legal after the
// preceding commands, which are actually run in the test's situation.
func (c *completer) commands() {
	if c.snapshot.content == nil || !inDo(c.yaml.Path) {
		return
	}
	node := c.testSoFar()
	owner := c.of
	if owner == nil && c.game != nil { // a definition that has not been built yet
		owner = c.game.Definition
	}
	if node == nil || owner == nil {
		return
	}
	played, problem := contenttest.RunUpTo(c.snapshot.content, owner, node)
	if problem != nil {
		return
	}
	add := func(command, title string) {
		c.add(item{label: command, kind: protocol.CompletionItemKindMethod, detail: title, insert: quoted(command)})
	}
	if choice := played.Choice(); choice.Open {
		for _, o := range choice.Options {
			if o.Reason == nil {
				add("pick "+o.Label, o.Title)
			}
		}
		if choice.Warning != "" {
			add("confirm", choice.Warning)
		}
		if !choice.IsAnswer {
			add("cancel", "")
		}
		return
	}
	legal, problem := played.Legal(maxCommands)
	if problem != nil {
		return
	}
	for _, command := range legal {
		add(played.Format(command), titleOf(played, command))
	}
}

// titleOf describes the effect of a command, in the words that players see.
func titleOf(s *session.Session, c session.Command) string {
	if a, ok := s.Game().Action(c.Action); ok {
		return a.Title
	}
	if item := s.Game().Item(s.State().Prototype(c.Item).Key); item != nil {
		return item.Definition.Name
	}
	return ""
}

// quoted writes a command as a YAML scalar.
func quoted(command string) string {
	if strings.ContainsAny(command, ":#,[]{}\"'&*!|>%@`") {
		return "'" + strings.ReplaceAll(command, "'", "''") + "'"
	}
	return command
}

// testSoFar returns the test that the position is in, up to the position, as it
// is written now; nil if that cannot be read.
func (c *completer) testSoFar() *def.Node {
	lines := strings.SplitAfter(c.text, "\n")
	lines = lines[:min(c.line, len(lines))]
	last := []rune(strings.TrimRight(lines[len(lines)-1], "\r\n"))
	line := string(last[:min(c.column-1, len(last))])
	// Only the commands before this one count, and what else the line begins.
	if i := strings.LastIndex(line, "do:"); i >= 0 {
		before := line[i+len("do:"):]
		before = strings.TrimSpace(before[:max(0, strings.LastIndexAny(before, "[,"))])
		if !strings.HasPrefix(before, "[") {
			before = "["
		}
		line = line[:i] + "do: " + before + "]"
		line += strings.Repeat("}", max(0, strings.Count(line, "{")-strings.Count(line, "}")))
	} else {
		line = ""
	}
	first := 0
	for i, l := range lines[:len(lines)-1] {
		if strings.HasPrefix(l, "---") {
			first = i + 1
		}
	}
	nodes, _ := yaml.Parse(c.name, []byte(strings.Join(lines[first:len(lines)-1], "")+line))
	var tests []*def.Node
	if len(nodes) > 0 {
		tests = nodes[0].All("tests")
	}
	if len(tests) == 0 {
		return nil
	}
	return tests[len(tests)-1]
}
