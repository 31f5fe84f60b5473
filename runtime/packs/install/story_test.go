package install

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
	"sleight/tests/golden"
)

// story records the results of operations on an installation and the files they
// leave.
type story struct {
	t     *testing.T
	i     *Installation
	files map[string]string // as they were last shown
	out   strings.Builder
}

func newStory(t *testing.T) *story { return &story{t: t, i: bare(t)} }

// say writes a heading and lines.
func (s *story) say(title string, lines ...any) {
	fmt.Fprintf(&s.out, "## %s\n", title)
	for _, l := range lines {
		fmt.Fprintln(&s.out, l)
	}
}

// did writes the result of an operation, and every file that has changed.
func (s *story) did(title string, changes []Change, err error) {
	s.t.Helper()
	s.say(title)
	for _, c := range changes {
		text, err := json.Marshal(c)
		if err != nil {
			s.t.Fatal(err)
		}
		fmt.Fprintf(&s.out, "%s\n", text)
	}
	s.failed(err)
	now := state(s.t, s.i)
	for _, name := range slices.Sorted(maps.Keys(now)) {
		switch before, there := s.files[name]; {
		case there && before == now[name]:
		case strings.HasSuffix(name, ".zip"):
			fmt.Fprintf(&s.out, "+ %s\n", name)
		default:
			fmt.Fprintf(&s.out, "+ %s\n%s", name, now[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.files)) {
		if _, there := now[name]; !there {
			fmt.Fprintf(&s.out, "- %s\n", name)
		}
	}
	s.files = now
}

// failed writes an error with all that belongs to it.
func (s *story) failed(err error) {
	var list diag.List
	var one *diag.Diagnostic
	switch {
	case errors.As(err, &list):
		s.out.WriteString(golden.Report(list))
	case errors.As(err, &one):
		s.out.WriteString(golden.Report(diag.List{*one}))
	case err != nil:
		fmt.Fprintf(&s.out, "error: %v\n", err)
	}
}

// roots writes the roots of an installation, with the reports about lost packs.
func (s *story) roots(title string, roots []load.Root) {
	s.say(title)
	for _, r := range roots {
		fmt.Fprintf(&s.out, "%s, with files: %v\n%s", r.Name, r.FS != nil, golden.Report(r.Problems))
		for _, l := range r.MissingPacks {
			fmt.Fprintf(&s.out, "  lost: %s, known: %v, games: %q, requires: %q: %s", l.ID, l.Known, l.Games, l.Requires, golden.Report(diag.List{l.Problem}))
		}
	}
}

// temporary is the name of a file that was not put in its place.
var temporary = regexp.MustCompile(`\.new-\d+`)

// end compares the story with its golden file.
func (s *story) end(name string) {
	s.t.Helper()
	text := temporary.ReplaceAllString(s.out.String(), ".new-N")
	text = strings.NewReplacer(filepath.ToSlash(s.i.Dir), "WORKSPACE", filepath.ToSlash(s.i.Cache.Dir), "CACHE").Replace(text)
	golden.Check(s.t, filepath.Join("testdata", name+".golden"), text)
}

// market is a source whose offers are signed, have a name that is valid
// everywhere, and have packs beside them.
type market struct {
	shop
	key, name string
	anywhere  bool
	beside    map[string]*shop
	asked     *[]string // the ids of the packs requested beside others
	err       error
}

func (m *market) Offers(ctx context.Context) ([]Offer, error) { return m.offers(ctx, &m.shop) }

func (m *market) offers(ctx context.Context, s *shop) ([]Offer, error) {
	offers, err := s.Offers(ctx)
	for n := range offers {
		offers[n].Source, offers[n].Anywhere = m.name, m.anywhere
		offers[n].Key = func() string { return m.key }
		offers[n].Siblings = func(ctx context.Context, id string) ([]Offer, error) {
			*m.asked = append(*m.asked, id)
			found := m.beside[id]
			if found == nil {
				return nil, m.err
			}
			return m.offers(ctx, found)
		}
	}
	return offers, err
}

// someKey is a public key of minisign.
const someKey = "RWTmpnJRrEPAwW9Rk8RT331DlW43tAr8vxZNbmjtbyMaieQHHLg1UA5S"

// TestStoryOfAWorkspace states everything that installing, updating, removing
// and restoring packs return, and every file they write.
func TestStoryOfAWorkspace(t *testing.T) {
	s, ctx := newStory(t), t.Context()
	act := func(title string, sources ...Source) {
		t.Helper()
		changes, err := s.i.Install(ctx, Environment{}, sources...)
		s.did(title, changes, err)
	}
	var looked []string
	fair := &market{shop: shop{t: t}, key: someKey, name: "oci://fair", anywhere: true, asked: &looked, beside: map[string]*shop{
		"bones": selling(t, written("bones 1.2.0", "requires: {yes: '*'}")), "yes": selling(t, written("yes 1.0.0")),
	}}
	fair.packs = append(fair.packs, written("apples 1.0.0", "requires: {bones: ^1.0}", "games: [forward, duel]"))
	act("a signed pack and what it requires", fair)
	s.say("looked for beside it", looked)
	act("the same again", fair)
	looked = nil
	act("nobody has what it requires", &market{shop: shop{t: t, packs: selling(t, written("cups 1.0.0", "requires: {gone: ^1.0, bones: ^1.0}")).packs}, asked: &looked})
	act("asking beside it fails", &market{shop: shop{t: t, packs: selling(t, written("cups 1.0.0", "requires: {gone: ^1.0}")).packs}, asked: &looked, err: errors.New("the line is dead")})
	s.say("looked for beside these", looked)
	other := written("bones 1.2.0", "requires: {yes: '*'}")
	other["content/bones/more.yaml"] = &fstest.MapFile{Data: []byte("kind: die\nid: more\nname: More\nsides: 4\n")}
	act("other bytes of an installed version", selling(t, other))
	s.i.Force = true
	act("other bytes, forced", selling(t, other))
	s.i.Force = false
	act("one in another circle", selling(t, written("cups 1.0.0", "after: [plates]"), written("plates 1.0.0", "after: [cups]")))
	act("of packs that require each other, the places of both are asked once", &market{shop: *selling(t, written("cups 1.0.0", "requires: {lids: '*', spare: '*'}")), asked: &looked, beside: map[string]*shop{
		"lids": selling(t, written("lids 1.0.0", "requires: {cups: '*', spare: '*'}")), "spare": selling(t, written("spare 0.9.0"), written("spare 1.0.0")),
	}})
	s.say("looked for beside these", looked)
	act("a source that fails", &shopThatFails{errors.New("the shop is shut")})
	act("sources with problems", &shopThatFails{diag.List{diag.New("file/archive", diag.Place{File: "a.zip"}, "a is broken")}}, &shopThatFails{diag.List{diag.New("file/archive", diag.Place{File: "b.zip"}, "b is broken")}})
	fixed := Environment{Fixed: []string{"own"}}
	changes, err := s.i.Install(ctx, fixed, selling(t, written("own 1.0.0")))
	s.did("a pack of the workspace itself", changes, err)

	find := func(string) (Source, error) { return fair, nil }
	fair.packs = append(fair.packs, written("apples 1.1.0", "requires: {bones: ^1.0}"), written("bones 3.0.0"))
	update := func(title string, find func(string) (Source, error), ids ...string) {
		t.Helper()
		changes, err := s.i.Update(ctx, Environment{}, find, ids...)
		s.did(title, changes, err)
	}
	update("update one", find, "apples")
	update("update one that is not there", find, "apple")
	update("update one that is like none", find, "zzzzzzzz")
	update("update where a source is unknown", func(source string) (Source, error) { return nil, errors.New("no way to " + source) })
	update("update where a source fails", func(string) (Source, error) { return &shopThatFails{errors.New("the shop is shut")}, nil })

	remove := func(title string, ids ...string) {
		t.Helper()
		changes, err := s.i.Remove(ctx, Environment{}, ids...)
		s.did(title, changes, err)
	}
	remove("remove what another requires", "bones")
	remove("remove one that is not there", "bonez")
	remove("remove both", "bones", "apples")
	s.end("workspace")
}

// shopThatFails is a source that offers nothing but an error.
type shopThatFails struct{ err error }

func (s *shopThatFails) Offers(context.Context) ([]Offer, error) { return nil, s.err }

// TestStoryOfARestore states the handling of lost and damaged archives.
func TestStoryOfARestore(t *testing.T) {
	s, ctx := newStory(t), t.Context()
	shop := selling(t, written("apples 1.0.0", "requires: {bones: ^1.0}", "games: [forward]"), written("bones 1.2.0"))
	find := func(string) (Source, error) { return shop, nil }
	changes, err := s.i.Install(ctx, Environment{}, shop)
	s.did("installed", changes, err)
	lock := must[*Lock](t)(lockOf(s.i))
	apples, bones := s.i.archive(lock.Packs[0]), s.i.archive(lock.Packs[1])
	restore := func(title string) {
		t.Helper()
		changes, err := s.i.Restore(ctx, find)
		s.did(title, changes, err)
	}
	again := func() *Installation { return &Installation{Dir: s.i.Dir, Cache: s.i.Cache} }
	restore("restored with nothing to do")
	if err := errors.Join(os.Remove(apples), os.WriteFile(bones, []byte("spoilt"), 0o666)); err != nil {
		t.Fatal(err)
	}
	s.roots("with one lost and one spoilt", again().Roots())
	_, problems := s.i.Verify()
	s.say("verified", golden.Report(problems))
	restore("restored from the cache")
	s.verify(bones)
	restore("restored from the cache again")

	if err := errors.Join(os.RemoveAll(s.i.Cache.Dir), os.Remove(apples)); err != nil {
		t.Fatal(err)
	}
	restore("restored from the source")
	s.roots("with everything", again().Roots())
	if err := errors.Join(os.RemoveAll(s.i.Cache.Dir), os.Remove(apples)); err != nil {
		t.Fatal(err)
	}
	shop.packs = shop.packs[1:]
	restore("no longer offered")
	shop.packs[0] = written("apples 2.0.0")
	restore("offered in another version")
	shop.packs[0] = with(written("apples 1.0.0"), "content/apples/more.yaml", &fstest.MapFile{Data: []byte("kind: die\nid: more\n")})
	restore("offered with other bytes")
	find = func(string) (Source, error) { return nil, errors.New("no way to the shop") }
	restore("the source is unknown")

	s.end("restore")
}

// TestStoryOfAnOlderLock states the known facts about a lost pack in a lock of
// an earlier version, and the handling of packs whose lock cannot be read.
func TestStoryOfAnOlderLock(t *testing.T) {
	s, ctx := newStory(t), t.Context()
	all := []fs.FS{written("apples 1.0.0", "requires: {bones: ^1.0}", "games: [forward]"), written("bones 1.2.0")}
	install(t, s.i, all...)
	again := func() *Installation { return &Installation{Dir: s.i.Dir, Cache: s.i.Cache} }
	lock := must[*Lock](t)(lockOf(s.i))
	if err := errors.Join(os.RemoveAll(s.i.Cache.Dir), os.Remove(s.i.archive(lock.Packs[0]))); err != nil {
		t.Fatal(err)
	}
	old := strings.NewReplacer("    games: [forward]\n    requires: [bones]\n", "", "    games: []\n    requires: []\n", "").Replace(string(lock.Bytes()))
	lockFile := filepath.Join(s.i.Dir, LockFile)
	if err := os.WriteFile(lockFile, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	s.roots("lost, with a lock of an earlier version and no copy", again().Roots())
	install(t, installation(t, filepath.Join(t.TempDir(), "other"), s.i.Cache.Dir), all...)
	s.roots("lost, with a lock of an earlier version and a copy in the cache", again().Roots())
	if err := errors.Join(os.WriteFile(lockFile, []byte("kind: lock\nformat: 2\npacks: []\n"), 0o666), os.WriteFile(filepath.Join(s.i.folder(), "note.txt"), nil, 0o666), os.WriteFile(filepath.Join(s.i.folder(), "x.zip"), nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	s.roots("with a lock that cannot be read", again().Roots())
	s.say("the manifests that are known", len(s.i.Manifests()))
	changes, err := s.i.Restore(ctx, func(string) (Source, error) { return selling(t), nil })
	s.did("restored with a lock that cannot be read", changes, err)
	if err := errors.Join(os.Remove(lockFile), os.Mkdir(lockFile, 0o777)); err != nil {
		t.Fatal(err)
	}
	_, problems := s.i.ReadLockFile()
	s.say("a folder for a lock", golden.Report(problems))
	s.end("less")
}

// verify writes the report about an installed archive of bones 1.2.0 after its
// files, or the way they are packed, have been replaced.
func (s *story) verify(archive string) {
	s.t.Helper()
	same, newer := written("bones 1.2.0"), written("bones 1.3.0")
	other := with(written("bones 1.2.0"), "content/bones/more.yaml", &fstest.MapFile{Data: []byte("kind: die\nid: more\n")})
	packed := func(files fstest.MapFS) []byte {
		data, _ := archived(s.t, packages(s.t, files)[0])
		return data
	}
	for _, c := range []struct {
		title string
		data  []byte
	}{
		{"the same files, packed differently", foreignZip(s.t, same)},
		{"another file", packed(other)},
		{"another file, packed differently", foreignZip(s.t, other)},
		{"another version", packed(newer)},
	} {
		if err := os.WriteFile(archive, c.data, 0o666); err != nil {
			s.t.Fatal(err)
		}
		_, problems := s.i.Verify()
		s.say(c.title, golden.Report(problems))
	}
}

// TestStoryOfAGame states the known facts about a pack with a game when it is
// installed and when it is lost.
func TestStoryOfAGame(t *testing.T) {
	s := newStory(t)
	pig := with(written("farm 1.0.0", "games: [forward]"), "content/farm/game.yaml", &fstest.MapFile{Data: []byte("kind: game\nid: pig\nphases: {play: {}}\n")})
	changes, err := s.i.Install(t.Context(), Environment{}, selling(t, pig))
	s.did("installed", changes, err)
	if err := os.RemoveAll(s.i.folder()); err != nil {
		t.Fatal(err)
	}
	s.roots("lost, but in the cache", (&Installation{Dir: s.i.Dir, Cache: s.i.Cache}).Roots())
	s.end("game")
}

// TestStoryOfVersionsInTheCache states that an installed version stays,
// although the cache has a newer one, until an update; and the order in which
// requested packs are named.
func TestStoryOfVersionsInTheCache(t *testing.T) {
	s := newStory(t)
	var looked []string
	fair := &market{shop: *selling(t, written("bones 1.2.0")), name: "oci://fair", anywhere: true, asked: &looked}
	must[[]Change](t)(installation(t, filepath.Join(t.TempDir(), "other"), s.i.Cache.Dir).Install(t.Context(), Environment{}, fair))
	act := func(title string, packs ...fs.FS) {
		t.Helper()
		changes, err := s.i.Install(t.Context(), Environment{}, selling(t, packs...))
		s.did(title, changes, err)
	}
	act("an older version", written("bones 1.0.0"))
	act("a pack that requires any version", written("apples 1.0.0", "requires: {bones: '*'}"))
	changes, err := s.i.Update(t.Context(), Environment{}, func(string) (Source, error) { return selling(t), nil })
	s.did("updated", changes, err)
	act("many packs that cannot be installed", written("f 1.0.0", "requires: {none: '*'}"), written("e 1.0.0", "requires: {f: '^2'}"), written("d 1.0.0", "requires: {e: ^2}"), written("c 1.0.0", "requires: {d: ^2}"), written("b 1.0.0", "requires: {c: ^2}"))
	s.end("versions")
}

func lockOf(i *Installation) (*Lock, error) {
	lock, problems := i.ReadLockFile()
	if lock == nil {
		return nil, problems
	}
	return lock, nil
}

// TestStoryOfAPreview states the preview of a change, that an error in it
// changes nothing, and that the change is planned again if another program has
// changed the installation.
func TestStoryOfAPreview(t *testing.T) {
	s, ctx := newStory(t), t.Context()
	var answer func() error
	s.i.Preview = func(roots []load.Root, offers []Offer, changes []Change) error {
		var lines []any
		for _, r := range roots {
			lines = append(lines, fmt.Sprintf("root %s, with files: %v", r.Name, r.FS != nil))
		}
		for _, o := range offers {
			lines = append(lines, fmt.Sprintf("offer %s of %s, digest %s", o.Manifest.ID, o.Source, o.Digest))
		}
		for _, c := range changes {
			lines = append(lines, fmt.Sprintf("change %s from %q to %q, for %q", c.Pack, c.Before, c.After, c.For))
		}
		s.say("preview", lines...)
		return answer()
	}
	answer = func() error { return nil }
	act := func(title string, packs ...fstest.MapFS) {
		t.Helper()
		source := selling(t)
		for _, p := range packs {
			source.packs = append(source.packs, p)
		}
		changes, err := s.i.Install(ctx, Environment{}, source)
		s.did(title, changes, err)
	}
	act("installed", written("apples 1.0.0", "requires: {bones: '*'}"), written("bones 1.0.0"))
	act("nothing new", written("bones 1.0.0"))
	answer = func() error { return errors.New("no, thank you") }
	act("refused", written("bones 1.1.0"))
	meanwhile := &Installation{Dir: s.i.Dir, Cache: s.i.Cache}
	answer = func() error {
		answer = func() error { return nil }
		must[[]Change](t)(meanwhile.Install(ctx, Environment{}, selling(t, written("cups 1.0.0"))))
		return nil
	}
	act("another program installs cups meanwhile", written("bones 1.1.0"))
	answer = func() error {
		answer = func() error { return errors.New("not any more") }
		must[[]Change](t)(meanwhile.Install(ctx, Environment{}, selling(t, written("dice 1.0.0"))))
		return nil
	}
	act("another program installs dice meanwhile, and then it is refused", written("bones 1.2.0"))
	answer = func() error {
		return os.WriteFile(filepath.Join(s.i.Dir, LockFile), []byte("kind: lock\n"), 0o666)
	}
	act("another program spoils the lock meanwhile", written("bones 1.3.0"))
	s.end("preview")
}

// TestStoryOfUninstalledPacks states how packs in the workspace that are not
// installed affect an installation.
func TestStoryOfUninstalledPacks(t *testing.T) {
	s, ctx := newStory(t), t.Context()
	own := func(title string, lines ...string) *manifest.Manifest {
		return packages(t, written(title, lines...))[0].Manifest
	}
	both := selling(t, written("apples 1.0.0"), written("apples 2.0.0"), written("bones 1.0.0", "requires: {mine: ^1.0}"))
	env := Environment{Present: []*manifest.Manifest{own("mine 1.0.0", "requires: {apples: <2.0}")}, Fixed: []string{"mine"}}
	changes, err := s.i.Install(ctx, env, both)
	s.did("packs of the workspace count, and are not installed", changes, err)
	changes, err = s.i.Remove(ctx, env, "apples")
	s.did("it requires a pack that is to be removed", changes, err)
	env.Present[0] = own("mine 2.0.0")
	changes, err = s.i.Install(ctx, env, selling(t, written("bones 1.1.0", "requires: {mine: ^1.0}")))
	s.did("it is there in another version", changes, err)
	env.Present[0] = own("mine 1.0.0", "after: [cups]")
	changes, err = s.i.Install(ctx, env, selling(t, written("cups 1.0.0", "after: [mine]")))
	s.did("a circle with it", changes, err)
	env.Ranges = []manifest.Dependency{need(t, "apples", "^9.0")}
	changes, err = s.i.Install(ctx, env, selling(t, written("apples 3.0.0")))
	s.did("a range of the workspace", changes, err)
	s.end("around")
}
