package install

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// offers writes the cache's offers, and the files in it.
func (s *story) offers(title string) {
	s.t.Helper()
	c := s.i.Cache
	all, err := c.Offers(s.t.Context())
	s.say(title)
	s.failed(err)
	for _, o := range all {
		got, err := o.Write(s.t.Context(), io.Discard)
		fmt.Fprintf(&s.out, "%s %s of %s, anywhere: %v, key %q, as announced: %v %v\n", o.Manifest.ID, o.Manifest.VersionText(), o.Source, o.Anywhere, o.key(), got == o.Digest, err)
	}
	if entries, err := os.ReadDir(c.Dir); err == nil {
		for _, e := range entries {
			fmt.Fprintf(&s.out, "  %s\n", e.Name())
		}
	}
}

// TestStoryOfSourcesInACache states what the cache records of the sources of
// packs and of their keys, and who may get them.
func TestStoryOfSourcesInACache(t *testing.T) {
	s, ctx := newStory(t), t.Context()
	c := s.i.Cache
	var looked []string
	act := func(name, key string, packs ...fstest.MapFS) {
		t.Helper()
		m := &market{shop: shop{t: t}, key: key, name: name, anywhere: key != "", asked: &looked}
		for _, p := range packs {
			m.packs = append(m.packs, p)
		}
		must[[]Change](t)(s.i.Install(ctx, Environment{}, m))
	}
	act("oci://fair", someKey, written("apples 1.0.0"), written("apples 0.9.0"))
	act("../near.zip", "", written("bones 1.0.0"))
	s.offers("without a way to name what is near")
	c.Absolute = func(source string) string { return "/whole/" + source }
	act("cups.zip", "", written("cups 1.0.0"))
	s.offers("with one")
	c.Relative = func(source string) string { return strings.TrimPrefix(source, "/whole/") }
	s.offers("and back")
	s.i.MayUse = func(pack, key string) bool {
		s.say("may", pack, key)
		return key != ""
	}
	changes, err := s.i.Install(ctx, Environment{}, selling(t, written("ears 1.0.0", "requires: {dice: '*'}")))
	s.did("a requirement that does not exist", changes, err)
	must[[]Change](t)(s.i.Remove(ctx, Environment{}, "apples", "cups"))
	changes, err = s.i.Install(ctx, Environment{}, selling(t, written("ears 1.0.0", "requires: {cups: '*'}")))
	s.did("a requirement that may not be taken from the cache", changes, err)
	changes, err = s.i.Install(ctx, Environment{}, selling(t, written("ears 1.0.0", "requires: {apples: '*'}")))
	s.did("a requirement that may", changes, err)
	s.end("sources")
}

// TestStoryOfACache states what cleaning the cache removes.
func TestStoryOfACache(t *testing.T) {
	s := newStory(t)
	c := s.i.Cache
	clean := func(title string, all bool, keep ...string) {
		t.Helper()
		out, err := c.Clean(keep, all)
		s.say(title, fmt.Sprintf("%+v", out))
		s.failed(err)
	}
	dir := c.Dir
	c.Dir = filepath.Join(dir, "absent")
	s.offers("no folder")
	clean("cleaned without a folder", false)
	c.Dir = dir
	install(t, s.i, written("apples 1.0.0"), written("bones 1.0.0"))
	digest := packageDigest(t, written("bones 1.0.0"))
	for name, text := range map[string]string{strings.Repeat("0a", 32) + ".zip": "not an archive", "mine.zip": "mine", strings.Repeat("0a", 31) + ".zip.key": "mine"} {
		if err := os.WriteFile(filepath.Join(c.Dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	install(t, s.i, written("bones 1.1.0"))
	s.offers("before cleaning")
	clean("cleaned but for the old bones", false, digest)
	s.offers("then")
	clean("cleaned but for the newest", false)
	s.offers("then")
	clean("cleaned but for the old bones, which are gone", true, digest)
	s.offers("then")
	s.end("cache")
}

func packageDigest(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	return must[string](t)(packages(t, files)[0].Digest())
}
