package reload

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sleight/runtime/diag"
)

// words is a Build that reads a text and refuses one that says bad.
type words struct {
	text  string
	asked [][]string
}

func (w *words) build(c FileChange) (string, diag.List) {
	w.asked = append(w.asked, c.Files)
	switch w.text {
	case "bad":
		return "", diag.List{diag.New("content/yaml", diag.Place{File: "a.yaml", Line: 1}, "bad")}
	case "panic":
		panic("boom")
	}
	return w.text, nil
}

// TestLastGoodStaysLive checks promise 7: a broken edit is reported and changes
// nothing, and its fix is reported too.
func TestLastGoodStaysLive(t *testing.T) {
	w := &words{text: "one"}
	live, first := NewLive(w.build)
	if !first.Published || first.Fixed || first.Value != "one" {
		t.Fatalf("first: %+v", first)
	}
	for _, step := range []struct {
		text, file, value string
		published, mended bool
		asked             []string
	}{
		{"two", "a", "two", true, false, []string{"a"}},
		{"bad", "b", "two", false, false, []string{"b"}},
		{"panic", "c", "two", false, false, []string{"b", "c"}},
		{"three", "a", "three", true, true, []string{"a", "b", "c"}},
		{"four", "d", "four", true, false, []string{"d"}},
	} {
		w.text = step.text
		o := live.Rebuild(FileChange{Files: []string{step.file}})
		value, ok := live.Value()
		if !ok || value != step.value || o.Value != value || o.Published != step.published || o.Fixed != step.mended {
			t.Errorf("%s: %+v, live %q", step.text, o, value)
		}
		if o.Published == o.Diagnostics.Failed() {
			t.Errorf("%s: published %v with %v", step.text, o.Published, o.Diagnostics)
		}
		if got := w.asked[len(w.asked)-1]; !slices.Equal(got, step.asked) {
			t.Errorf("%s: asked for %q, want %q", step.text, got, step.asked)
		}
		if !slices.Equal(o.Files, []string{step.file}) {
			t.Errorf("%s: files %q", step.text, o.Files)
		}
	}
}

// TestNoValueBeforeTheFirstBuild checks that there is no value before a build has
// succeeded, and that all files are passed to each build until then.
func TestNoValueBeforeTheFirstBuild(t *testing.T) {
	w := &words{text: "bad"}
	live, _ := NewLive(w.build)
	if _, ok := live.Value(); ok {
		t.Error("a value came from a failed build")
	}
	w.text = "good"
	if o := live.Rebuild(FileChange{Files: []string{"a"}}); !o.Published || !o.Fixed || w.asked[1] != nil {
		t.Errorf("mended: %+v, asked for %q", o, w.asked[1])
	}
}

// TestFollowUpdatesTheValue checks that a save on disk reaches the value while others read it.
func TestFollowUpdatesTheValue(t *testing.T) {
	t.Parallel()
	d := sit(t, Options{}, "a.yaml")
	snapshot := &SnapshotFS{}
	snapshot.Show(d.Initial())
	live, _ := NewLive(func(c FileChange) (string, diag.List) {
		snapshot.Show(c.Snapshot)
		text, err := fs.ReadFile(snapshot.Folder(d.path("root")), "a.yaml")
		if err != nil || strings.Contains(string(text), "bad") {
			return "", diag.List{diag.New("file/unreadable", diag.Place{File: "a.yaml"}, "bad")}
		}
		return string(text), nil
	})
	var all sync.WaitGroup
	outcomes := make(chan Outcome[string])
	all.Go(func() { live.Follow(t.Context(), d.Changes(), func(o Outcome[string]) { outcomes <- o }) })
	stop := make(chan struct{})
	all.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				if text, _ := live.Value(); strings.Contains(text, "bad") {
					t.Error("broken content went live")
				}
			}
		}
	})
	for _, text := range []string{"one", "bad", "two"} {
		d.write("a.yaml", text)
		select {
		case o := <-outcomes:
			if o.Published != (text != "bad") || o.Fixed != (text == "two") {
				t.Errorf("%s: %+v", text, o)
			}
			if len(o.Files) != 1 || filepath.Base(o.Files[0]) != "a.yaml" {
				t.Errorf("%s: files %q", text, o.Files)
			}
		case <-time.After(deadline):
			t.Fatal("no outcome came")
		}
	}
	close(stop)
	d.Close()
	all.Wait()
}

// TestFollowEndsWithItsContext checks that a reader of changes may stop before
// the watcher does.
func TestFollowEndsWithItsContext(t *testing.T) {
	live, _ := NewLive((&words{text: "one"}).build)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	live.Follow(ctx, make(chan FileChange), func(o Outcome[string]) { t.Errorf("reported is %+v", o) })
}
