package docs

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	link     = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	codeSpan = regexp.MustCompile("`[^`]*`")
)

// TestLinksResolve checks that every relative link in the project's
// Markdown files names a file or folder of the project, and its anchor a heading.
func TestLinksResolve(t *testing.T) {
	out, err := exec.Command("git", "-C", root, "ls-files", "-z", "*.md").Output()
	if err != nil {
		t.Fatal(err)
	}
	anchors := map[string]map[string]bool{}
	links := 0
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		file := filepath.Join(root, filepath.FromSlash(name))
		for _, l := range linksIn(t, file) {
			links++
			if err := follows(t, file, l.target, anchors); err != nil {
				t.Errorf("%s:%d: %s: %v", name, l.line, l.target, err)
			}
		}
	}
	if links < 200 {
		t.Errorf("found only %d links", links)
	}
}

// lineLink is the target of a link and its line, counted from 1.
type lineLink struct {
	line   int
	target string
}

// linksIn returns the relative links of a document.
func linksIn(t *testing.T, file string) (all []lineLink) {
	t.Helper()
	for _, p := range read(t, file).pieces {
		if p.fenced {
			continue
		}
		text := codeSpan.ReplaceAllStringFunc(strings.Join(p.lines, "\n"), func(code string) string {
			return strings.Repeat("\n", strings.Count(code, "\n")) // code is not a link
		})
		for _, at := range link.FindAllStringSubmatchIndex(text, -1) {
			target := text[at[2]:at[3]]
			if !strings.Contains(target, "://") && !strings.HasPrefix(target, "mailto:") {
				all = append(all, lineLink{p.line + strings.Count(text[:at[2]], "\n"), target})
			}
		}
	}
	return all
}

// follows reports why a link in a file leads nowhere. It fills anchors, the
// anchors of each document.
func follows(t *testing.T, file, target string, anchors map[string]map[string]bool) error {
	t.Helper()
	name, anchor, _ := strings.Cut(target, "#")
	to := file
	if name != "" {
		to = filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
	}
	if _, err := os.Stat(to); err != nil {
		return fs.ErrNotExist
	}
	if anchor == "" || filepath.Ext(to) != ".md" {
		return nil
	}
	if anchors[to] == nil {
		anchors[to] = anchorsOf(t, to)
	}
	if !anchors[to][anchor] {
		return fmt.Errorf("no heading has this anchor")
	}
	return nil
}

// anchorsOf returns the anchors that GitHub and GitLab give the headings of a
// document.
func anchorsOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	anchors := map[string]bool{}
	for _, p := range read(t, file).pieces {
		if p.fenced {
			continue
		}
		for _, line := range p.lines {
			heading := strings.TrimLeft(line, "#")
			if heading == line || !strings.HasPrefix(heading, " ") {
				continue
			}
			anchor := anchorOf(strings.TrimSpace(heading))
			for n := 1; anchors[anchor]; n++ {
				anchor = fmt.Sprintf("%s-%d", anchorOf(strings.TrimSpace(heading)), n)
			}
			anchors[anchor] = true
		}
	}
	return anchors
}

// anchorOf lowers a heading, drops its punctuation and joins its words by
// hyphens.
func anchorOf(heading string) string {
	var b bytes.Buffer
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}
