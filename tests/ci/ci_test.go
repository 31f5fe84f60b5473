// Package ci runs the files for continuous integration as a runner would: the
// action's steps in bash, the hooks by their entries, and the commands of the
// examples.
package ci

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"sleight/tests/shipped"
)

const root = "../.."

// action holds the parts of action.yml that the tests read.
type action struct {
	Inputs map[string]struct{ Description, Default string }
	Runs   struct {
		Using string
		Steps []struct {
			Name, Uses, Run, Shell string
			Env                    map[string]string
		}
	}
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// temp is the folder for the built program, and built the step of the action that has
// built it.
var temp, built string

func TestMain(m *testing.M) {
	var err error
	if temp, err = os.MkdirTemp("", "sleight"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(temp)
	os.Exit(status)
}

// workspace makes a workspace whose content has one mistake, without the
// shipped packs.
func workspace(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "content", "coins"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sleight.yaml"), shipped.Disabled(), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "content", "coins", "game.yaml"), []byte("kind: game\nid: coins\nnaem: Coins\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

var input = regexp.MustCompile(`^\$\{\{ inputs\.([a-z-]+) \}\}$`)

// steps runs the action in a folder and returns what it wrote and whether it
// failed.
func steps(t *testing.T, dir string, inputs map[string]string) (out string, failed bool) {
	t.Helper()
	var a action
	read(t, "action.yml", &a)
	here, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range a.Runs.Steps {
		if s.Run == "" {
			continue
		}
		if s.Shell != "bash" {
			t.Errorf("step %s does not say shell: bash", s.Name)
		}
		if s.Run == built {
			continue // it has no inputs
		}
		// GitHub calls bash so.
		c := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		c.Dir = dir
		c.Env = append(os.Environ(), quickly, "GITHUB_ACTION_PATH="+here, "RUNNER_TEMP="+temp)
		for name, value := range s.Env {
			m := input.FindStringSubmatch(value)
			if m == nil {
				t.Fatalf("%s: %s is not an input", name, value)
			}
			in, ok := a.Inputs[m[1]]
			if !ok {
				t.Fatalf("there is no input %s", m[1])
			}
			if given, ok := inputs[m[1]]; ok {
				in.Default = given
			}
			c.Env = append(c.Env, name+"="+in.Default)
		}
		text, err := c.CombinedOutput()
		out += string(text)
		if err != nil {
			return out, true
		}
		if len(s.Env) == 0 {
			built = s.Run
		}
	}
	return out, false
}

func TestTheActionShowsProblemsAtTheirLines(t *testing.T) {
	dir := workspace(t)
	out, failed := steps(t, dir, map[string]string{"sarif": "out.sarif", "run": "true"})
	if !failed || !strings.Contains(out, "::error file=content/coins/game.yaml,line=3,") {
		t.Errorf("failed: %v\n%s", failed, out)
	}
	text, err := os.ReadFile(filepath.Join(dir, "out.sarif"))
	if err != nil || !json.Valid(text) {
		t.Errorf("the report: %v\n%s", err, text)
	}
	if out, failed = steps(t, dir, map[string]string{"ignore": "content/unknown-key,content/missing-key,content/rule"}); failed {
		t.Errorf("what is to be ignored fails:\n%s", out)
	}
	if out, failed = steps(t, dir, map[string]string{"severity": "sever"}); !failed || !strings.Contains(out, "severity") {
		t.Errorf("a misspelt input: %v\n%s", failed, out)
	}
	if out, failed = steps(t, dir, map[string]string{"paths": "$(touch evil)\n; touch evil"}); !failed {
		t.Errorf("paths that do not exist:\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(dir, "evil")); err == nil {
		t.Error("an input was run")
	}
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// quickly builds programs without debugging information, which takes half as long.
// All tests build the same file the same way, so that it is linked once.
var quickly = "GOFLAGS=" + os.Getenv("GOFLAGS") + " -ldflags=-w"

// sleight builds the program, if no test has yet, and returns the folder that it is in.
func sleight(t *testing.T) string {
	t.Helper()
	if isFile(filepath.Join(temp, "sleight")) {
		return temp
	}
	c := exec.Command("go", "build", "-o", filepath.Join(temp, "sleight"), "./cmd/sleight")
	c.Dir, c.Env = root, append(os.Environ(), quickly)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return temp
}

func TestTheHooksRefuseBrokenContent(t *testing.T) {
	var hooks []struct{ ID, Entry, Language, Files string }
	read(t, ".pre-commit-hooks.yaml", &hooks)
	bin, dir := sleight(t), workspace(t)
	for _, h := range hooks {
		if !regexp.MustCompile(h.Files).MatchString("content/coins/game.yaml") || h.Language != "golang" {
			t.Errorf("%s does not see content", h.ID)
		}
		c := exec.Command("bash", "-c", h.Entry)
		c.Dir, c.Env = dir, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "content/coins/game.yaml:3:1") {
			t.Errorf("%s: %v\n%s", h.ID, err, out)
		}
	}
}

var block = regexp.MustCompile("(?ms)^```yaml title=(\\S+)\n(.*?)^```$")

// TestExamplesAreValid checks that the examples are valid YAML, refer to
// existing inputs and hooks, and contain commands that run.
func TestExamplesAreValid(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	examples := map[string]string{}
	for _, m := range block.FindAllStringSubmatch(string(page), -1) {
		examples[m[1]] = m[2]
	}
	var a action
	read(t, "action.yml", &a)
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct {
				Uses string
				With map[string]string
			}
		}
	}
	parse(t, examples[".github/workflows/content.yml"], &workflow)
	used := false
	for _, s := range workflow.Jobs["validate"].Steps {
		if strings.Contains(s.Uses, "/sleight@") {
			used = true
			for name := range s.With {
				if _, ok := a.Inputs[name]; !ok {
					t.Errorf("the action has no input %s", name)
				}
			}
		}
	}
	if !used {
		t.Error("the example for GitHub does not use the action")
	}
	var gitlab map[string]struct{ Script []string }
	parse(t, examples[".gitlab-ci.yml"], &gitlab)
	script(t, gitlab["content"].Script)
	var config struct {
		Repos []struct{ Hooks []struct{ ID string } }
	}
	parse(t, examples[".pre-commit-config.yaml"], &config)
	var hooks []struct{ ID string }
	read(t, ".pre-commit-hooks.yaml", &hooks)
	for _, h := range config.Repos[0].Hooks {
		if !slices.Contains(hooks, h) {
			t.Errorf("there is no hook %s", h.ID)
		}
	}
}

func parse(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil || text == "" {
		t.Fatalf("an example is missing or is not YAML: %v\n%s", err, text)
	}
}

// script runs the commands of the GitLab example, except the one that downloads
// the program.
func script(t *testing.T, lines []string) {
	t.Helper()
	bin, dir := sleight(t), workspace(t)
	for _, line := range lines {
		if strings.HasPrefix(line, "go install ") {
			continue
		}
		c := exec.Command("bash", "-c", line)
		c.Dir, c.Env = dir, append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := c.CombinedOutput()
		if wants := !strings.HasSuffix(line, "|| true"); (err != nil) != wants {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
	}
	for _, name := range []string{"junit.xml", "gl-code-quality-report.json"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(text), "content/coins/game.yaml") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
}
