package sleight_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"sleight/runtime/sleight"
)

// TestWatchingCanStopAndRestart checks that edits after Close have no effect,
// and that a later Watch takes over all of them.
func TestWatchingCanStopAndRestart(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/coins")); err != nil {
		t.Fatal(err)
	}
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	updates := make(chan sleight.Edit, 10)
	report := func(edit sleight.Edit) { updates <- edit }
	ctx, cancel := context.WithCancel(t.Context())
	if err := content.Watch(ctx, report); err != nil {
		t.Fatal(err)
	}
	s, err := content.NewSession("coins", sleight.SessionOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	content.Close()
	script := filepath.Join(dir, "scripts", "coins", "game.lua")
	if err := os.WriteFile(script, []byte("return { do_toss = function() vars.heads = vars.heads + 5 end }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if s.Update(); s.Do("toss").String() != "c1 Coin: value 0 → 2\nHeads 0 → 1" {
		t.Error("an edit is live although watching has ended")
	}
	if err := content.Watch(t.Context(), report); err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if s.Update(); s.Do("toss").String() != "Heads 1 → 6" {
		t.Error("an edit is not live when watching starts again")
	}
	if err := os.WriteFile(script, []byte("return { do_toss = function() vars.heads = vars.heads + 7 end }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if u := <-updates; !u.Published {
		t.Fatal(u)
	}
	if s.Update(); s.Do("toss").String() != "Heads 6 → 13" {
		t.Error("a later edit is not live")
	}
	if len(updates) > 0 {
		t.Errorf("further reports: %v", <-updates)
	}
}

// TestOneWatchReplacesAnother checks that of several calls of Watch at the same time one
// remains, and that Close ends all of their goroutines.
func TestOneWatchReplacesAnother(t *testing.T) {
	dir, write := coins(t)
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	content.Games()
	before := runtime.NumGoroutine()
	reports := make(chan sleight.Edit, 100)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := content.Watch(t.Context(), func(edit sleight.Edit) { reports <- edit }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	write("scripts/coins/game.lua", strings.Replace(always, "+ 1", "+ 2", 1))
	<-reports
	content.Close()
	for late := time.After(10 * time.Second); runtime.NumGoroutine() > before; {
		select {
		case <-late:
			t.Fatalf("%d goroutines are left, %d more reports were made", runtime.NumGoroutine()-before, len(reports))
		case <-time.After(time.Millisecond):
		}
	}
	if len(reports) > 0 {
		t.Errorf("%d more reports", len(reports))
	}
}

// TestAReportEndsWatching checks that a report can use the content and end watching by
// its context.
func TestAReportEndsWatching(t *testing.T) {
	dir, write := coins(t)
	content, err := sleight.Open(sleight.Folder(dir))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	reports := make(chan int, 100)
	if err := content.Watch(ctx, func(sleight.Edit) {
		cancel()
		reports <- len(content.Games()) + len(content.Problems())
	}); err != nil {
		t.Fatal(err)
	}
	write("scripts/coins/game.lua", always)
	if n := <-reports; n != 1 {
		t.Errorf("a report sees %d games and problems", n)
	}
	content.Close()
}
