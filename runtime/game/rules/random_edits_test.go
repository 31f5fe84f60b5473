package rules_test

import (
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"sleight/runtime/content/load"
	"sleight/runtime/diag"
	"sleight/runtime/game/rules"
	"sleight/tests/bazaar"
)

// word is a name in YAML or Lua, or a number.
var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*|[0-9]+`)

// TestRandomEditsOnTopOfEachOther enforces the same as
// TestIncrementalBuildsEqualFullBuilds for words exchanged at random, in
// several files at a time: most builds fail, and the next ones continue from
// the state that they and the last good build have left.
func TestRandomEditsOnTopOfEachOther(t *testing.T) {
	edits, seed := 300, uint64(18)
	switch {
	case os.Getenv("SLEIGHT_NIGHTLY") != "":
		edits, seed = 10_000, rand.Uint64()
	case testing.Short(): // for example, under the race detector
		edits = 60
	}
	r := rand.New(rand.NewPCG(seed, 0))
	tree := archived(t, "testdata/world.txtar")
	original := maps.Clone(tree)
	var names, words []string
	for _, name := range slices.Sorted(maps.Keys(tree)) {
		if strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".lua") {
			names = append(names, name)
			words = append(words, word.FindAllString(string(tree[name].Data), -1)...)
		}
	}
	loader := load.NewLoader(load.Root{FS: tree})
	before := bazaar.Build(t, tree)
	good, bad := 0, 0
	var wrong []string // files that are not as they were
	for n := range edits {
		name := names[r.IntN(len(names))]
		if len(wrong) > 0 && r.IntN(2) == 0 { // go back, so that builds succeed again
			name = wrong[0]
			tree[name], wrong = original[name], wrong[1:]
		} else {
			text := string(tree[name].Data)
			at := word.FindAllStringIndex(text, -1)
			i := at[r.IntN(len(at))]
			tree[name] = &fstest.MapFile{Data: []byte(text[:i[0]] + words[r.IntN(len(words))] + text[i[1]:])}
			if !slices.Contains(wrong, name) {
				wrong = append(wrong, name)
			}
		}
		reused, problems := reloaded(loader, name, before)
		fresh, want := rebuilt(load.NewLoader(load.Root{FS: tree}), nil)
		if diff := cmp.Diff(listed(want), listed(problems)); diff != "" {
			t.Fatalf("seed %d: problems after edit %d, of %s: %s", seed, n, name, diff)
		}
		if reused == nil {
			bad++
			continue
		}
		if diff := cmp.Diff(wholly(fresh), wholly(reused)); diff != "" {
			t.Fatalf("seed %d: after edit %d, of %s: %s", seed, n, name, diff)
		}
		good++
		before = reused
	}
	if good < edits/10 || bad < edits/10 {
		t.Errorf("of %d builds %d are good, and %d are not", edits, good, bad)
	}
}

// reloaded is rebuilt after the edit of one file.
func reloaded(l *load.Loader, file string, before *rules.Content) (*rules.Content, diag.List) {
	catalog, problems := l.Reload([]string{file})
	if catalog == nil {
		return nil, append(problems, rules.Compile(l.Packs(), before)...)
	}
	c, more := rules.Build(catalog, before)
	return c, append(problems, more...)
}

// TestAnEditRevealsFaultsInOtherScripts checks that an edit of one definition
// reveals the errors that it causes in the scripts of others, which are reused
// from the previous build: hooks that are no longer called, and calls of
// missing hooks and answers.
func TestAnEditRevealsFaultsInOtherScripts(t *testing.T) {
	tree := archived(t, "testdata/world.txtar")
	texts := map[string]string{
		"calls": `{kind: relic, id: calls, name: Calls, price: 1, data: {value: 1}, lua: 'return { on_dawn = function(self) call_hook(self, "whisper") ask("echo", {from = {1}}) end, chosen_echo = function(self, it) end }'}`,
		"hears": `{kind: relic, id: hears, name: Hears, price: 1, data: {value: 1}, lua: 'return { whisper = function(self) end, chosen_echo = function(self, it) end }'}`,
		"again": `{kind: relic, id: again, name: Again, price: 1, data: {value: 1}, lua: 'return { on_dusk = function(self) call_hook(self, "whisper") end }'}`,
	}
	put := func(name, text string) { tree["content/alpha/"+name+".yaml"] = &fstest.MapFile{Data: []byte(text)} }
	for name, text := range texts {
		put(name, text)
	}
	loader := load.NewLoader(load.Root{FS: tree})
	before, problems := rebuilt(loader, nil)
	if before == nil {
		t.Fatal(problems)
	}
	for _, step := range []struct{ name, from, to, want string }{
		{"hears", "whisper =", "chosen_echo2 =", "whisper"},
		{"hears", "", "", ""},
		{"again", "self, \"whisper\"", "self, \"shout\"", ""},
		{"calls", "self, \"whisper\"", "self, \"shout\"", "nothing calls the hook whisper"},
		{"again", "", "", ""},
		{"calls", "ask(\"echo\", {from = {1}})", "", "nothing calls the hook chosen_echo"},
		{"calls", "", "", ""},
		{"hears", "chosen_echo =", "on_dusk =", ""},
		{"hears", "", "", ""},
	} {
		put(step.name, strings.Replace(texts[step.name], step.from, step.to, 1))
		reused, problems := reloaded(loader, "content/alpha/"+step.name+".yaml", before)
		_, want := rebuilt(load.NewLoader(load.Root{FS: tree}), nil)
		if diff := cmp.Diff(listed(want), listed(problems)); diff != "" {
			t.Errorf("problems after %q became %q in %s: %s", step.from, step.to, step.name, diff)
		}
		if got := strings.Join(listed(problems), "\n"); !strings.Contains(got, step.want) || (step.want == "") != (got == "") {
			t.Errorf("after %q became %q in %s: want %q, got %s", step.from, step.to, step.name, step.want, got)
		}
		if reused != nil {
			before = reused
		}
	}
}
