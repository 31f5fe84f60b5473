package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sleight/tests/shipped"
)

// The cookbook is content: a workspace whose recipes are definitions with
// tests, each below a comment that names it. The page is made from it.
const cookbook = root + "/docs/examples/cookbook"

// recipeFiles are the files with recipes, in the order of the page.
var recipeFiles = []string{
	"battle/recipes/draw.yaml", "battle/recipes/play.yaml", "battle/recipes/damage.yaml", "battle/recipes/hard.yaml",
	"arena/recipes.yaml", "poker/recipes.yaml", "showdown/recipes.yaml", "kingdom/recipes.yaml", "parlour/recipes.yaml",
}

// minRecipes is the number of recipes that the page promises.
const minRecipes = 40

var allPassed = regexp.MustCompile(`^[0-9]+ tests? passed$`)

// recipe is a heading and the definitions below it.
type recipe struct{ title, text string }

// recipesOf splits a file into its title and its recipes.
func recipesOf(t *testing.T, name string) (title string, all []recipe) {
	t.Helper()
	text := source(t, "content", name)
	head, rest, _ := strings.Cut(text, "\n\n")
	title = strings.TrimPrefix(head, "# ")
	for _, document := range strings.Split(rest, "---\n") {
		first, body, _ := strings.Cut(document, "\n")
		if heading, ok := strings.CutPrefix(first, "# "); ok {
			all = append(all, recipe{heading, body})
		} else {
			all[len(all)-1].text += "---\n" + document
		}
	}
	return title, all
}

func source(t *testing.T, folder, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(cookbook, folder, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestCookbookMatchesItsContent compares the page with the recipes, each of which
// has a test.
func TestCookbookMatchesItsContent(t *testing.T) {
	var b strings.Builder
	count, before, recipes := 0, "battle", map[string]string{}
	for _, name := range recipeFiles {
		title, all := recipesOf(t, name)
		fmt.Fprintf(&b, "## %s\n\n", title)
		if game := strings.Split(name, "/")[0]; game != before {
			first, _, _ := strings.Cut(source(t, "content", game+"/game.yaml"), "\n")
			if first = strings.TrimPrefix(first, "# "); game != "parlour" { // whose recipes are games
				first += " The game is in `content/" + game + "`."
			}
			fmt.Fprintf(&b, "%s\n\n", first)
			before = game
		}
		for _, r := range all {
			if count++; !strings.Contains(r.text, "\ntests:\n") {
				t.Errorf("%s: the recipe %q has no test", name, r.title)
			}
			recipes[r.title] = r.text
			fmt.Fprintf(&b, "### %s\n\n```yaml\n%s```\n\n", r.title, r.text)
		}
	}
	if count < minRecipes {
		t.Errorf("there are %d recipes, expected at least %d", count, minRecipes)
	}
	b.WriteString(thirty(t, recipes) + "\n")
	page := fmt.Sprintf(cookbookPage, count, source(t, "scripts", "battle/fight.lua"), b.String())
	compare(t, filepath.Join(root, "docs", "cookbook.md"), []byte(strings.TrimSuffix(page, "\n")))
}

// TestCookbookRecipesWork validates the recipes, runs their tests and plays their
// games at random.
func TestCookbookRecipesWork(t *testing.T) {
	w := emptyWorkspace(t)
	if err := os.CopyFS(w.folder, os.DirFS(cookbook)); err != nil {
		t.Fatal(err)
	}
	w.write("sleight.yaml", string(shipped.Disabled())) // the recipes do not need the shipped games
	if got := strings.Join(w.shell("sleight validate"), "\n"); got != "no problems" {
		t.Errorf("sleight validate says\n%s", got)
	}
	games := 20
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		games = 1000
	}
	for _, game := range []string{
		"battle", "arena", "poker", "showdown", "kingdom", // and the small games of parlour
		"auction", "draft", "trade", "council", "assassins", "duel", "quiz",
	} {
		if got := strings.Join(w.shell("sleight test "+game), "\n"); !allPassed.MatchString(got) {
			t.Errorf("%s", got)
		}
		got := strings.Join(w.shell(fmt.Sprintf("sleight fuzz %s -n %d", game, games)), "\n")
		if !strings.Contains(got, "nothing found") {
			t.Errorf("%s", got)
		}
	}
}

const cookbookPage = "# Cookbook of effects\n\n" + `*Generated from [docs/examples/cookbook](examples/cookbook) by ` + "`go test ./tests/docs -update`" + `; do not edit this page.*

This page is for designers who want to write a particular effect. It has %d recipes for card games, each with a test.
Most recipes need one hook; which one depends on when the effect acts:

| the effect acts | the hook |
|---|---|
| when its card is played | ` + "`use(self, targets…)`" + ` |
| when something happens to this card or foe | ` + "`when_EVENT(self, …)`" + `, wherever it is |
| when something happens to any card or foe | ` + "`on_EVENT(self, subject, …)`" + `, in a zone with ` + "`listens: true`" + ` |
| by changing a number before it counts | ` + "`modify_VALUE(self, number, …)`" + `, in a zone with ` + "`listens: true`" + ` |
| once the player has answered | ` + "`chosen_QUESTION(self, picked)`" + `, after [` + "`ask`" + `](effects.md#ask-the-player) |

All files are in the workspace [docs/examples/cookbook](examples/cookbook); ` + "`sleight repl battle`" + ` in that folder plays the
first game.

Events and values belong to the game: it declares ` + "`price`, `damage`, `loss`, `died`" + ` and the others in its ` + "`game.yaml`" + `, and its
scripts emit each event and query each value in one place, such as this module of the first game. A zone with
` + "`arrives: drawn`" + ` emits that event itself.

` + "```lua\n%s```\n\n%s"
