package cli_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sleight/cmd/sleight/cli"
)

// suggested matches a command of sleight in a message, with the words after it.
var suggested = regexp.MustCompile(`sleight ((?:--?)?[a-z][^\s;,()]*(?: [^\s;,()]+)*)`)

// prose lists the words that end a suggested command and continue the sentence.
var prose = []string{
	"shows", "show", "says", "adds", "does", "decides", "then", "fetches", "creates", "checks", "reports", "lists", "explains",
	"writes", "takes", "makes", "brings", "and", "or", "to", "with", "without", "again", "first", "in", "for", "of", "plays",
	"is", "has", "a", "the", "on", "starts", "from", "it", "them", "finds", "removes", "updates", "uses", "looks", "reads",
}

// commandsIn returns the commands that a text suggests, as arguments.
func commandsIn(text string) (all [][]string) {
	for _, line := range strings.Split(text, "\n") {
		for _, found := range suggested.FindAllStringSubmatch(line, -1) {
			var args []string
			for word := range strings.FieldsSeq(found[1]) {
				if len(args) > 0 && slices.Contains(prose, word) {
					break
				}
				args = append(args, strings.TrimRight(word, `.:"`))
			}
			all = append(all, args)
		}
	}
	return all
}

// aWorkspace is a faulty workspace and a command to run there.
type aWorkspace struct {
	name  string
	files map[string]string
	typed []string
}

const (
	soundGame  = "kind: game\nid: mine\nphases: {p: {actions: [go]}}\nactions: {go: {}}\nlua: |\n  return {do_go = function() win() end}\n"
	brokenGame = "kind: game\nid: mine\nphases: {p: {actons: [go]}}\n"
	otherGame  = "kind: game\nid: mine\nphases: {p: {actions: [go]}}\nactions: {go: {}}\nlua: |\n  return {do_go = function() wni() end}\n"
)

func wrongWorkspaces() []aWorkspace {
	each := []string{"play mine", "sim mine -n 1", "new card x", "locale update de", "pack build", "validate", "repl mine", "show mine", "test mine", "pack list"}
	return []aWorkspace{
		{"an empty folder", nil, each},
		{"an empty pack", map[string]string{"content/mine/.keep": ""}, each},
		{"a broken game", map[string]string{"content/mine/game.yaml": brokenGame}, each},
		{"a broken script", map[string]string{"content/mine/game.yaml": otherGame}, each},
		{"a sound game", map[string]string{"content/mine/game.yaml": soundGame}, append(each, "play yours", "sim mine --bot clever", "new card", "new gadget x", "explain no/code", "replay no.json", "locale update xx-nope", "pack settle", "pack enable yours", "sim merge", "fuzz yours", "locale update de --pack yours")},
		{"a workspace that enables unknown packs", map[string]string{"content/mine/game.yaml": soundGame, "sleight.yaml": "kind: workspace\nenable: [mine, yours]\n"}, each},
		{"a pack that requires another", map[string]string{
			"content/mine/game.yaml": soundGame, "content/mine/pack.yaml": "kind: pack\nformat: 1\nid: mine\nversion: 1.0.0\ntitle: Mine\nrequires: {yours: ^1.0}\n",
		}, each},
		{"a broken manifest", map[string]string{"content/mine/game.yaml": soundGame, "content/mine/pack.yaml": "kind: pack\nformat: 1\nid: yours\n"}, each},
		{"a stale translation", map[string]string{
			"content/mine/game.yaml":       soundGame,
			"content/mine/locales/de.yaml": "kind: locale\nid: de\ntexts:\n  game/mine:\n    name: {from: Yours, to: Deins}\n",
		}, each},
	}
}

// TestHintsDoNotFormACycle follows the suggestions in messages in faulty
// workspaces: a command that fails must not lead back to itself, however
// indirectly.
func TestHintsDoNotFormACycle(t *testing.T) {
	began, followed := time.Now(), 0
	for i, w := range wrongWorkspaces() {
		t.Run(w.name, func(t *testing.T) {
			if os.Getenv("SLEIGHT_NIGHTLY") == "" {
				w.typed = w.typed[i : i+1]
			}
			for _, typed := range w.typed {
				dir := t.TempDir()
				for name, text := range w.files {
					file := filepath.Join(dir, filepath.FromSlash(name))
					if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				t.Chdir(dir)
				followed += follow(t, strings.Fields(typed), nil)
			}
		})
	}
	t.Logf("%d commands in %s", followed, time.Since(began))
	if followed < 5 {
		t.Errorf("only %d suggestions were followed", followed)
	}
}

// follow runs a command and, if it fails, the commands that it suggests. It
// returns the number of suggestions followed.
func follow(t *testing.T, args []string, way []string) (followed int) {
	t.Helper()
	line := strings.Join(args, " ")
	if slices.Contains(way, line) {
		t.Errorf("hints lead in a circle: %s → %s", strings.Join(way, " → "), line)
		return 0
	}
	way = append(slices.Clone(way), line)
	var out bytes.Buffer
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if cli.Run(ctx, args, strings.NewReader(""), &out, &out) == 0 || len(way) > 8 {
		return 0
	}
	for _, next := range commandsIn(out.String()) {
		if lasts(next) || strings.ContainsAny(strings.Join(next, " "), "<>…") || slices.ContainsFunc(next, capitals) {
			continue // it waits for input, or has placeholders
		}
		followed += 1 + follow(t, next, way)
	}
	return followed
}

// lasts reports whether a command runs until it is stopped, plays many games,
// or uses a registry.
func lasts(args []string) bool {
	return slices.Contains([]string{"serve", "studio", "worker", "lsp", "dap", "balance", "fuzz"}, args[0]) ||
		len(args) > 1 && args[0] == "pack" && slices.Contains([]string{"install", "update", "push"}, args[1])
}

// capitals reports whether a word is a placeholder, such as ID.
func capitals(word string) bool {
	return len(word) > 1 && word == strings.ToUpper(word) && word != strings.ToLower(word)
}

// TestCommandsAreFoundInHints checks which parts of a message count as
// suggested commands.
func TestCommandsAreFoundInHints(t *testing.T) {
	for text, want := range map[string]string{
		"hint: sleight validate shows what is wrong; sleight pack disable mine does without it": "validate, pack disable mine",
		"hint: sleight locale update de --pack mine adds them":                                  "locale update de --pack mine",
		"there is no pack here; sleight new game ID creates one":                                "new game ID",
		"nothing": "",
	} {
		var got []string
		for _, args := range commandsIn(text) {
			got = append(got, strings.Join(args, " "))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, expected %q", text, got, want)
		}
	}
}
