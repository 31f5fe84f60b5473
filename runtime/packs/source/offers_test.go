package source

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sleight/runtime/diag"
	"sleight/runtime/packs/install"
	"sleight/runtime/packs/registry"
	"sleight/runtime/packs/trust"
	"sleight/tests/golden"
)

// zipped returns an archive of some files.
func zipped(t *testing.T, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// shelves fills a folder with packs of all kinds, and returns a function that
// writes another file there.
func shelves(t *testing.T, dir string, author, other trust.Secret) (write func(name string, data []byte)) {
	t.Helper()
	write = func(name string, data []byte) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const manifest = "kind: pack\nformat: 1\nid: %s\nversion: 1.0.0\ntitle: %[1]s\n"
	luck := signed(t, made(t, "luck", "1.0.0", ""), author)
	write("packs/luck.zip", luck.Archive)
	write("packs/luck.zip.minisig", luck.Signature)
	write("packs/luck-2.zip", made(t, "luck", "2.0.0", "").Archive)
	write("packs/charm.zip", made(t, "charm", "1.0.0", "requires: {luck: '*'}\n").Archive)
	write("packs/broken.zip", []byte("this is not an archive"))
	write("packs/notes.txt", []byte("x"))
	write("bad/a.zip", []byte("this is not an archive"))
	write("bad/b.zip", []byte("neither is this"))
	stray := zipped(t, "content/ring/pack.yaml", fmt.Sprintf(manifest, "ring"), "content/ring/.DS_Store", "x", "content/ring/draft.psd", "x", "content/two/pack.yaml", fmt.Sprintf(manifest, "two"))
	write("stray/ring.zip", stray)
	write("stray/ring.zip.minisig", other.Sign(stray, ""))
	write("program.zip", zipped(t, "content/ring/pack.yaml", fmt.Sprintf(manifest, "ring"), "content/ring/run.exe", "MZ"))
	write("signed/cut.zip", luck.Archive)
	write("signed/cut.zip.minisig", make([]byte, trust.MaxSignature))
	write("signed/long.zip", luck.Archive)
	write("signed/long.zip.minisig", make([]byte, trust.MaxSignature+1))
	write("folder/content/wand/pack.yaml", []byte(fmt.Sprintf(manifest, "wand")))
	write("many/one.zip", luck.Archive)
	for n := range maxArchives - 1 {
		write(fmt.Sprintf("many/x%d.zip", n), nil)
	}
	return write
}

// TestOffersOfFiles compares the offers of folders and archives, alone and
// together with the archives beside them, and the errors for those that offer
// nothing, with a golden file.
func TestOffersOfFiles(t *testing.T) {
	author, other := secret(t), secret(t)
	dir := t.TempDir()
	write := shelves(t, dir, author, other)
	var out strings.Builder
	keys := strings.NewReplacer(author.Public().String(), "AUTHOR", other.Public().String(), "OTHER", author.Public().Fingerprint(), "AUTHOR", other.Public().Fingerprint(), "OTHER", filepath.ToSlash(dir), "DIR")
	try := func(title string, v *Verifier, s install.Source) {
		t.Helper()
		offers, err := s.Offers(t.Context())
		fmt.Fprintf(&out, "%s\n", title)
		if err != nil {
			fmt.Fprintf(&out, "  %s\n", strings.ReplaceAll(strings.TrimSpace(problems(err)), "\n", "\n  "))
		}
		writeOffers(&out, t.Context(), offers)
	}
	for _, path := range []string{
		"packs/luck.zip", "packs/../packs/charm.zip", "packs/broken.zip", "packs/none.zip", "packs", "folder", "bad/a.zip",
		"stray/ring.zip", "signed/cut.zip", "signed/long.zip", "program.zip",
	} {
		v := &Verifier{Store: trust.OpenStore(filepath.Join(dir, "keys"))}
		at, shown := filepath.Join(dir, path), "shown/"+path
		try(path, v, v.File(at, shown))
		try(path+", or newer", v, v.FileOrNewer(at, shown))
	}
	v := &Verifier{Store: trust.OpenStore(filepath.Join(dir, "keys"))}
	try("as many archives as are read", v, v.FileOrNewer(filepath.Join(dir, "many/one.zip"), "many/one.zip"))
	write("many/y.zip", nil)
	try("an archive more", v, v.FileOrNewer(filepath.Join(dir, "many/one.zip"), "many/one.zip"))
	key := other.Public()
	v.Given = &key
	try("signed with another key than the one the user vouches for", v, v.File(filepath.Join(dir, "packs/luck.zip"), "luck"))
	v = &Verifier{Store: v.Store, Locked: map[string]trust.Key{"luck": key}}
	try("signed with another key than the lock has", v, v.File(filepath.Join(dir, "packs/../packs/luck.zip"), "luck"))
	golden.Check(t, "testdata/offers.golden", keys.Replace(out.String()))
}

// problems returns an error as text, with hints and notes if it has them.
func problems(err error) string {
	var d *diag.Diagnostic
	var l diag.List
	switch {
	case errors.As(err, &d):
		return golden.Report(diag.List{*d})
	case errors.As(err, &l):
		return golden.Report(l)
	}
	return err.Error()
}

func writeOffers(out io.Writer, ctx context.Context, offers []install.Offer) {
	for _, o := range offers {
		var archive bytes.Buffer
		digest, err := o.Write(ctx, &archive)
		fmt.Fprintf(out, "  %s %s from %s, anywhere %v, %s %v", o.Manifest.ID, o.Manifest.VersionText(), o.Source, o.Anywhere, digest, err)
		if o.Key != nil {
			fmt.Fprintf(out, ", key %q", o.Key())
		}
		fmt.Fprintf(out, "\n%s", golden.Report(o.Skipped))
	}
}

// TestOffersOfRegistries compares the offers of a registry and of a folder in
// its layout, and the errors for references that offer nothing, with a golden
// file.
func TestOffersOfRegistries(t *testing.T) {
	author := secret(t)
	s := newRegistry(t)
	folder := "oci:" + filepath.ToSlash(t.TempDir())
	for _, p := range []registry.Pack{
		signed(t, made(t, "luck", "1.0.0", ""), author), made(t, "luck", "1.10.0", ""), made(t, "luck", "1.9.0", ""), made(t, "charm", "1.0.0", "requires: {luck: '*'}\n"),
	} {
		s.push(t, "packs/"+p.ID+":"+p.Version, p)
		ref, err := registry.Parse(folder)
		if err == nil {
			_, err = registry.Client{Limits: limits}.Push(t.Context(), ref.WithTag(p.ID, p.Version), p)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put := func(name, tag string) { // something other than a pack
		t.Helper()
		image := `{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":{"mediaType":"application/x","digest":"sha256:` + strings.Repeat("0", 64) + `","size":2},"layers":[]}`
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, s.URL+"/v2/packs/"+name+"/manifests/"+tag, strings.NewReader(image))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/vnd.oci.image.manifest.v1+json")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusCreated {
			t.Fatal(answer.Status)
		}
	}
	put("luck", "3.0.0")
	put("other", "1.0.0")
	p := newPlayer(t)
	var out strings.Builder
	digest := regexp.MustCompile("sha256:[0-9a-f]{64}")
	names := strings.NewReplacer(author.Public().String(), "AUTHOR", strings.TrimPrefix(s.URL, "http://"), "REGISTRY", folder, "FOLDER")
	for _, ref := range []string{
		s.at("packs/luck"), s.at("packs/luck:1.9.0"), s.at("packs/luck:7.0.0"), s.at("packs/luck:3.0.0"), s.at("packs/other"), s.at("packs/none"),
		folder, folder + ":luck-1.0.0", folder + ":luck-7.0.0",
	} {
		offers, err := p.remote(ref).Offers(t.Context())
		fmt.Fprintf(&out, "%s\n", ref)
		if err != nil {
			fmt.Fprintf(&out, "  %s\n", strings.ReplaceAll(strings.TrimSpace(problems(err)), "\n", "\n  "))
			continue
		}
		writeOffers(&out, t.Context(), offers)
		for _, id := range []string{"charm", "none", "other"} {
			beside, err := offers[0].Siblings(t.Context(), id)
			fmt.Fprintf(&out, " %s beside it: %v\n", id, err)
			writeOffers(&out, t.Context(), beside)
		}
	}
	golden.Check(t, "testdata/remote.golden", digest.ReplaceAllString(names.Replace(out.String()), "sha256:DIGEST"))
}

// TestNewestVersionsFirst checks which tags of a registry, and of a folder, are
// read, and in which order.
func TestNewestVersionsFirst(t *testing.T) {
	tags := []string{"1.0.0_b", "latest", "1.0.0", "1.10.0", "1.0.0_a", "1.9.0", "0.1.0-rc.1"}
	for ref, want := range map[registry.Reference]string{
		{}:             "1.10.0 1.9.0 1.0.0 1.0.0_a 1.0.0_b 0.1.0-rc.1",
		{Folder: "/x"}: "1.10.0 1.9.0 1.0.0 1.0.0_a 1.0.0_b 0.1.0-rc.1 latest",
	} {
		if got := strings.Join((&remote{ref: ref}).newest(tags), " "); got != want {
			t.Errorf("%v: %s, want %s", ref, got, want)
		}
	}
	var many []string
	for n := range 51 {
		many = append(many, fmt.Sprintf("1.%d.0", n))
	}
	for n, want := range map[int]int{49: 49, 50: 50, 51: 50} {
		if got := (&remote{}).newest(many[:n]); len(got) != want || got[0] != fmt.Sprintf("1.%d.0", n-1) {
			t.Errorf("of %d versions %d are read, from %s on", n, len(got), got[0])
		}
		if got := (&remote{ref: registry.Reference{Folder: "/x"}}).newest(many[:n]); len(got) != n {
			t.Errorf("of %d versions in a folder %d are read", n, len(got))
		}
	}
}

// TestTheFolderOfTheUsersKeys checks where keys are, by the environment.
func TestTheFolderOfTheUsersKeys(t *testing.T) {
	for _, c := range []struct{ own, config, home, want string }{
		{"/own", "/config", "/home/me", "/own <nil>"},
		{"", "/config", "/home/me", "/config/sleight <nil>"},
		{"", "", "", " no folder is known for keys: set SLEIGHT_CONFIG to a folder"},
	} {
		for name, value := range map[string]string{ConfigVariable: c.own, "XDG_CONFIG_HOME": c.config, "HOME": c.home, "AppData": c.config} {
			t.Setenv(name, value)
		}
		dir, err := ConfigDir()
		if got := fmt.Sprint(filepath.ToSlash(dir), " ", err); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	if got := filepath.ToSlash(KeyFile("/own") + " " + StoreFolder("/own")); got != "/own/sign.key /own/trust" {
		t.Error(got)
	}
}

// TestWhichCachedPacksMayBeUsed checks a cached pack, with each key and without,
// against the key that the store, and the lock, know it by.
func TestWhichCachedPacksMayBeUsed(t *testing.T) {
	mine, other := secret(t).Public(), secret(t).Public()
	for _, c := range []struct {
		stored, locked *trust.Key
		forgotten      bool
		want           string // whether it may be used with no key, mine and another
	}{
		{nil, nil, false, "true true true"},
		{&mine, nil, false, "false true false"},
		{nil, &mine, false, "false true false"},
		{&mine, &other, false, "false true false"},
		{nil, &mine, true, "true true true"},
	} {
		v := &Verifier{Store: trust.OpenStore(filepath.Join(t.TempDir(), "keys")), Locked: map[string]trust.Key{}}
		if c.locked != nil {
			v.Locked["luck"] = *c.locked
		}
		if c.stored != nil {
			if err := v.Store.Trust("luck", *c.stored); err != nil {
				t.Fatal(err)
			}
		}
		if c.forgotten {
			if err := v.Store.Forget("luck"); err != nil {
				t.Fatal(err)
			}
		}
		if got := fmt.Sprint(v.MayUse("luck", ""), v.MayUse("luck", mine.String()), v.MayUse("luck", other.String())); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	v := &Verifier{Store: trust.OpenStore(t.TempDir())}
	if err := os.WriteFile(filepath.Join(v.Store.Folder(), "luck.pub"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if v.MayUse("luck", "") || v.MayUse("luck", mine.String()) {
		t.Error("a pack may be used though its key cannot be read")
	}
}

// TestNewKeysAreKept checks which keys are stored after checking packs: the key
// of a signed one, once.
func TestNewKeysAreKept(t *testing.T) {
	author := secret(t)
	luck, charm := signed(t, made(t, "luck", "1.0.0", ""), author), made(t, "charm", "1.0.0", "")
	v := &Verifier{Store: trust.OpenStore(filepath.Join(t.TempDir(), "keys"))}
	kept := func() (out []string) {
		for _, pack := range []string{"luck", "charm", "unseen"} {
			key, err := v.Keep(pack, "shelf")
			out = append(out, fmt.Sprint(pack, " ", key != nil && key.Equal(author.Public()), " ", err))
		}
		return out
	}
	for _, want := range []string{"luck true <nil>, charm false <nil>, unseen false <nil>", "luck false <nil>, charm false <nil>, unseen false <nil>"} {
		for _, p := range []registry.Pack{luck, charm} {
			if err := v.check("shelf", trust.Claim{Pack: p.ID, Archive: p.Archive, Signature: p.Signature}); err != nil {
				t.Fatal(err)
			}
		}
		if got := strings.Join(kept(), ", "); got != want {
			t.Errorf("kept is %s, want %s", got, want)
		}
	}
	if packs, err := v.Store.Packs(); err != nil || !slices.Equal(packs, []string{"luck"}) {
		t.Errorf("the store has %v, %v", packs, err)
	}
}

// TestUnreadableVersionsAreErrors checks that a registry that denies one of
// several versions offers none: otherwise, an update would silently take an
// older one.
func TestUnreadableVersionsAreErrors(t *testing.T) {
	s := newRegistry(t)
	for _, version := range []string{"1.0.0", "2.0.0"} {
		s.push(t, "packs/luck:"+version, made(t, "luck", version, ""))
	}
	s.spoil = func(w http.ResponseWriter, r *http.Request, honest http.Handler) {
		if strings.HasSuffix(r.URL.Path, "/manifests/2.0.0") {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		honest.ServeHTTP(w, r)
	}
	offers, err := newPlayer(t).remote(s.at("packs/luck")).Offers(t.Context())
	if code(err) != "registry/denied" || offers != nil {
		t.Errorf("%v, %v", offers, err)
	}
}
