package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sleight/runtime/diag/render"
)

// signalling calls wrote after each write.
type signalling struct {
	bytes.Buffer
	wrote func(all string)
}

func (s *signalling) Write(b []byte) (int, error) {
	n, err := s.Buffer.Write(b)
	s.wrote(s.String())
	return n, err
}

// TestWatchingContinuesAfterAPanic plants a panic in the first check of validate
// --watch: it is reported as an engine bug, and the next save is checked.
func TestWatchingContinuesAfterAPanic(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	file := filepath.Join(dir, "content", "own", "game.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	save := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
	save("kind: game\nid: own\n")
	w := &workspace{}
	if err := w.open(); err != nil {
		t.Fatal(err)
	}
	w.AroundFirstBuild = func() func() { panic("planted") }
	format, _ := render.FormatNamed("concise")
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // a save that is never noticed fails
	defer stop()
	out, saved := &signalling{}, false
	out.wrote = func(all string) {
		switch {
		case strings.Contains(all, "content/unknown-key"):
			stop()
		case strings.Contains(all, "engine/internal") && !saved:
			w.AroundFirstBuild, saved = nil, true
			save("kind: game\nid: own\nzzz: 1\n")
		}
	}
	c := newValidate(w)
	c.SetContext(ctx)
	v := &validation{flags: &validateFlags{watch: true}, workspace: w, format: format, out: out, errs: &bytes.Buffer{}}
	if err := v.follow(c); err != errFound {
		t.Error(err)
	}
	if all := out.String(); !strings.Contains(all, "building the content failed: planted") || !saved {
		t.Errorf("it printed\n%s", all)
	}
}
