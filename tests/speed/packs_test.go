package speed

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/content/provenance"
	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
)

// shared is the number of packs over which BenchmarkPacks spreads its
// definitions.
const shared = 200

// spread distributes the cards of a workspace over many packs, in the same
// folders and with the same names, and puts the game into one more pack.
func spread(from, to string) error {
	base := filepath.Join(from, "content", "big")
	write := func(name, text string) error {
		name = filepath.Join(to, "content", filepath.FromSlash(name))
		return errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666))
	}
	game, err := os.ReadFile(filepath.Join(base, "game.yaml"))
	err = errors.Join(err, write("big/game.yaml", string(game)), write("big/pack.yaml", "kind: pack\nformat: 1\nid: big\nversion: 1.0.0\ntitle: Big\n"))
	for p := range shared {
		id := fmt.Sprintf("p%03d", p)
		err = errors.Join(err, write(id+"/pack.yaml", fmt.Sprintf("kind: pack\nformat: 1\nid: %s\nversion: 1.0.0\ntitle: Many\ngames: [big]\nrequires: {big: ^1.0}\n", id)))
		for i := range many / shared {
			n := p*many/shared + i
			text, failed := os.ReadFile(filepath.Join(base, "cards", fmt.Sprintf("%03d", n/100), fmt.Sprintf("card_%05d.yaml", n)))
			err = errors.Join(err, failed, write(fmt.Sprintf("%s/cards/card_%05d.yaml", id, n), strings.Replace(string(text), "../../../../", "../../../", 1)))
		}
	}
	return err
}

// BenchmarkPacks compares loading 10,000 definitions in 200 packs with loading
// them in one. We promise at most 1.3 times the time. It also measures
// installing the 200 packs as archives whose every byte is checked.
func BenchmarkPacks(b *testing.B) {
	one, all := b.TempDir(), b.TempDir()
	if _, err := workspace(one, many); err != nil {
		b.Fatal(err)
	}
	if err := spread(one, all); err != nil {
		b.Fatal(err)
	}
	play := b.TempDir()
	i := &install.Installation{Dir: play, Cache: &install.Cache{Dir: filepath.Join(play, "cache")}}
	if _, err := i.Install(b.Context(), install.Environment{}, &install.Files{Path: all}); err != nil {
		b.Fatal(err)
	}
	var whole, split, installed time.Duration
	for b.Loop() {
		took, _ := alone(b, one, "fully", 2)
		whole += took
		took, _ = alone(b, all, "fully", 2)
		split += took
		took, _ = alone(b, play, "installed", 2)
		installed += took
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(split.Seconds()/whole.Seconds(), "×one-pack")
	b.ReportMetric(installed.Seconds()/whole.Seconds(), "×one-pack-installed")
	b.ReportMetric(1000*split.Seconds()/float64(b.N), "ms")
	if ratio := split.Seconds() / whole.Seconds(); ratio > 1.3 && b.N > 2 {
		b.Errorf("200 packs take %.2f × one", ratio)
	}
}

// BenchmarkExplain explains the history of a value among 10,000 definitions in
// 200 packs, as sleight explain does once they are loaded. We promise less than
// 50 ms.
func BenchmarkExplain(b *testing.B) {
	one, all := b.TempDir(), b.TempDir()
	if _, err := workspace(one, many); err != nil {
		b.Fatal(err)
	}
	if err := spread(one, all); err != nil {
		b.Fatal(err)
	}
	// Every pack but the first raises a number of a card of the first.
	for p := 1; p < shared; p++ {
		id := fmt.Sprintf("p%03d", p)
		err := errors.Join(
			os.WriteFile(filepath.Join(all, "content", id, "patch.yaml"), []byte("kind: patch\nof: card/card_00000\nadd: {price: 1}\n"), 0o666),
			os.WriteFile(filepath.Join(all, "content", id, "pack.yaml"), fmt.Appendf(nil, "kind: pack\nformat: 1\nid: %s\nversion: 1.0.0\ntitle: Many\ngames: [big]\nrequires: {big: ^1.0, p000: ^1.0}\n", id), 0o666))
		if err != nil {
			b.Fatal(err)
		}
	}
	checked := checker{loader: load.NewLoader(load.Root{FS: os.DirFS(all)})}
	if err := checked.check(nil); err != nil {
		b.Fatal(err)
	}
	c := checked.last
	var runs []time.Duration
	for b.Loop() {
		took, _ := timed(func() error {
			d, _ := c.Catalog.Find("card/card_00000")
			steps, ok := provenance.History(c.Catalog, d, "price")
			if !ok || len(steps) != shared {
				b.Fatalf("%d steps", len(steps))
			}
			if _, there := c.Catalog.Find("card/card_0424"); there {
				b.Fatal("it is there")
			}
			var known []string // as for a misspelt name
			for _, d := range c.Catalog.All() {
				known = append(known, d.Key())
			}
			diag.Nearest("card/card_0424", known)
			return nil
		})
		runs = append(runs, took)
	}
	slices.Sort(runs)
	middle := runs[len(runs)/2]
	b.ReportMetric(float64(middle.Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(runs[len(runs)-1].Microseconds())/1000, "ms-slowest")
	if middle > 50*time.Millisecond {
		b.Errorf("it took %v", middle)
	}
}
