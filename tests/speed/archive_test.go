package speed

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sleight/runtime/content/load"
	"sleight/runtime/packs/install"
)

// heavy writes a pack of about 50 MB in files of 4 kB to 1 MB.
func heavy(dir string) (size int64, err error) {
	random := rand.New(rand.NewPCG(1, 2))
	write := func(name string, text []byte) {
		name = filepath.Join(dir, "content", "heavy", filepath.FromSlash(name))
		size += int64(len(text))
		err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, text, 0o666))
	}
	write("pack.yaml", []byte("kind: pack\nformat: 1\nid: heavy\nversion: 1.0.0\ntitle: Heavy\n"))
	for i := 0; size < 50_000_000; i++ {
		piece := make([]byte, 4<<10<<(i%9))
		for at := range piece {
			piece[at] = byte(random.Uint32())
		}
		write(fmt.Sprintf("art/%02d/%04d.bin", i%50, i), piece)
	}
	return size, err
}

// sums computes SHA-256 over files: the minimum work of any check that covers
// every byte.
func sums(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(sha256.New(), f)
		return err
	})
}

// BenchmarkArchive compares building and verifying a pack of 50 MB with reading
// it from disk into SHA-256, in turns. Each promises at least half that speed.
// Checking the content before it is built is excluded, since its cost depends
// on the content.
func BenchmarkArchive(b *testing.B) {
	dir, play, cache := b.TempDir(), b.TempDir(), b.TempDir()
	size, err := heavy(dir)
	if err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(b.TempDir(), "heavy.zip")
	i := &install.Installation{Dir: play, Cache: &install.Cache{Dir: cache}}
	build := func() error {
		p, faults := install.PackageOf(load.Root{FS: os.DirFS(dir)}, "heavy")
		if p == nil {
			return faults
		}
		_, _, err := p.WriteFile(file)
		return err
	}
	verify := func() error {
		_, faults := i.Verify()
		if len(faults) > 0 {
			return faults
		}
		return nil
	}
	if err := build(); err != nil {
		b.Fatal(err)
	}
	if _, err := i.Install(b.Context(), install.Environment{}, &install.Files{Path: file}); err != nil {
		b.Fatal(err)
	}
	plain, built, verified := time.Hour, time.Hour, time.Hour // the fastest runs, which other processes disturbed least
	for b.Loop() {
		for _, job := range []struct {
			do func() error
			to *time.Duration
		}{{func() error { return sums(dir) }, &plain}, {build, &built}, {verify, &verified}} {
			_ = os.Remove(file)
			took, err := timed(job.do)
			if err != nil {
				b.Fatal(err)
			}
			*job.to = min(*job.to, took)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(size)/1e6/plain.Seconds(), "MB/s-SHA-256")
	b.ReportMetric(plain.Seconds()/built.Seconds(), "×SHA-256-build")
	b.ReportMetric(plain.Seconds()/verified.Seconds(), "×SHA-256-verify")
}
