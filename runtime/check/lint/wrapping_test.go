package lint_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/check/lint"
	"sleight/runtime/content/load"
	"sleight/tests/golden"
)

// TestWrappingHooks checks that a hook that wraps another, and so gets it before self, is
// checked by that order.
func TestWrappingHooks(t *testing.T) {
	for _, c := range []struct{ hook, params, body, want string }{
		{"modify_fare", "original, self, n, boat", "return original(self, n, boat) + self.index", ""},
		{"modify_fare", "original, self, n, boat", "if boat.index == 1 then return n end return original(self, n, boat)", ""},
		{"modify_fare", "original, self, n", "return original(self, n) + 1", ""},
		{"modify_fare", "before, self, ...", "return before(self, ...)", ""},
		{"on_sailed", "original, self", "say(self.name) original(self)", ""},
		{"on_sailed", "original, self, boat, lane", `say(boat.name .. lane + 1) original(self, boat, lane)`, ""},
		{"on_sailed", "original, self, boat, lane, wind", "original(self, boat, lane, wind)", "in on_sailed, wind is always nil: the hook gets only 4 arguments"},
		{"on_sailed", "original, self, lane, boat", "original(self, lane, boat)", "write: on_sailed = function(original, self, boat, lane)"},
		{"on_sailed", "original, boat, self", "original(boat, self)", "write: on_sailed = function(original, self, boat, lane)"},
		{"modify_fare", "self, n", "return n + 1", "modify_fare wraps a hook, so its first argument is not self but the function that it wraps\n  hint: write: modify_fare = function(original, self, n)"},
		{"on_sailed", "self, boat, lane", "say(boat.name .. lane)", "write: on_sailed = function(original, self, boat, lane)"},
		{"modify_fare", "original, self, boat", "return original(self, boat.index)", "write: modify_fare = function(original, self, value, boat)"},
	} {
		got := wrapped(t, c.hook, c.params, c.body)
		if c.want == "" && got != "" || strings.Count(got, " [script/") > 1 || !strings.Contains(got, c.want) {
			t.Errorf("function(%s) %s end:\n%s\nwant once %q", c.params, c.body, got, c.want)
		}
	}
}

// wrapped lints the harbour with a pack that wraps a hook of the sloop.
func wrapped(t *testing.T, hook, params, body string) string {
	t.Helper()
	tree := fstest.MapFS{
		"content/harbour/pack.yaml": {Data: []byte("{kind: pack, format: 1, id: harbour, version: 1.0.0, title: Harbour}")},
		"content/gale/pack.yaml":    {Data: []byte("{kind: pack, format: 1, id: gale, version: 1.0.0, title: Gale, games: [harbour], requires: {harbour: ^1.0}, capabilities: [hooks]}")},
		"content/gale/sloop.yaml":   {Data: []byte("kind: patch\nof: relic/sloop\nhooks: {" + hook + ": wrap}\nscript: sloop.lua\n")},
		"scripts/gale/sloop.lua":    {Data: []byte("return {\n  " + hook + " = function(" + params + ") " + body + " end,\n}")},
	}
	for name, text := range harbour {
		tree[name] = &fstest.MapFile{Data: []byte(strings.NewReplacer("LUA", "", ", DATA", "").Replace(text))}
	}
	return golden.Report(lint.Run(content(t, load.NewLoader(load.Root{FS: tree}), nil), sources(tree)))
}
