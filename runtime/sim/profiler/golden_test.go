package profiler_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"sleight/runtime/game/session"
	. "sleight/runtime/sim/profiler"
	"sleight/tests/bazaar"
	"sleight/tests/golden"
)

// TestWholeTrees compares the fuel profile of commands that succeed and of
// those that fail in the middle of a call, as a tree and as go tool pprof reads
// it.
func TestWholeTrees(t *testing.T) {
	content := bazaar.Build(t, os.DirFS("../../game/session/testdata/fair"))
	p := &Profile{}
	if tree := p.Tree(); tree.All.Fuel != 0 || len(tree.Below) != 0 {
		t.Errorf("nothing was played, and it took %+v", tree.All)
	}
	began := time.Now()
	for seed := range uint64(2) {
		s, problem := session.New(content, "fair", session.Options{Seed: 5 + seed, Probe: p.Probe()})
		if problem != nil {
			t.Fatal(problem)
		}
		for _, text := range []string{
			"use horn", "fail error", "fail cycle", "fail refuse", "fail loop", "fail bounds", "bid 2", "sift", "choose k1 done", "brawl", "maybe", "choose bell", "lone",
			`lua emit("rang", 3)`, `lua local f = function() error("x") end f()`, `lua (function() say("y") end)()`, "fly",
		} {
			s.Run(text)
		}
	}
	var out strings.Builder
	out.WriteString(written(p.Tree(), 0))
	if took := p.Tree().All.Time; took <= 0 || took > time.Since(began) {
		t.Errorf("all of it took %v, and playing %v", took, time.Since(began))
	}
	out.WriteString(samples(t, p))
	golden.Check(t, "testdata/trees.golden", out.String())
	if err := p.Write(full{}); !errors.Is(err, errFull) {
		t.Errorf("a profile that cannot be written: %v", err)
	}
}

// samples describes a profile as go tool pprof reads it, without the times.
func samples(t *testing.T, p *Profile) string {
	t.Helper()
	var out strings.Builder
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	read, err := profile.Parse(&file)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(&out, "by default: %s, period %d\n", read.DefaultSampleType, read.Period)
	for _, x := range append(read.SampleType, read.PeriodType) {
		fmt.Fprintf(&out, "measured: %s in %s\n", x.Type, x.Unit)
	}
	var took int64
	for _, x := range read.Sample {
		took += x.Value[2]
		if x.Value[1] == 0 {
			continue
		}
		var way []string
		for _, l := range x.Location {
			way = append(way, fmt.Sprintf("%s %s:%d", l.Line[0].Function.Name, l.Line[0].Function.Filename, l.Line[0].Line))
		}
		fmt.Fprintf(&out, "%d: %s\n", x.Value[1], strings.Join(way, " < "))
	}
	if want := p.Tree().All.Time.Nanoseconds(); took != want {
		t.Errorf("the samples took %d ns in all, and the tree says %d", took, want)
	}
	known := map[string]bool{}
	for _, l := range read.Location {
		at := fmt.Sprintf("%s %s:%d", l.Line[0].Function.Name, l.Line[0].Function.Filename, l.Line[0].Line)
		if known[at] {
			t.Errorf("%s is written twice", at)
		}
		known[at] = true
	}
	for i, f := range read.Function {
		at := fmt.Sprintf("the function %s in %s", f.Name, f.Filename)
		if known[at] || f.SystemName != f.Name || f.ID != uint64(i+1) {
			t.Errorf("%s is written twice, or as %s with the number %d", at, f.SystemName, f.ID)
		}
		known[at] = true
	}
	return out.String()
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }
