package cli_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sleight/cmd/sleight/cli"
)

const coins = "kind: pack\nformat: 1\nid: coins\nversion: 1.0.0\ntitle: Coins\n"

// TestAHostileArchiveIsNotInstalled checks that malicious archives are refused
// with the right code and leave no files behind.
func TestAHostileArchiveIsNotInstalled(t *testing.T) {
	plain := func(name, text string) func(*testing.T, *zip.Writer) {
		return func(t *testing.T, z *zip.Writer) {
			w, err := z.Create(name)
			if err == nil {
				_, err = w.Write([]byte(text))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	link := func(t *testing.T, z *zip.Writer) {
		h := &zip.FileHeader{Name: "content/coins/link.yaml"}
		h.SetMode(0o777 | fs.ModeSymlink)
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte("/etc/passwd"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		code string
		more func(*testing.T, *zip.Writer)
	}{
		"a way out":              {"file/archive", plain("../../evil.yaml", "kind: die\n")},
		"a way out, backwards":   {"file/archive", plain(`..\..\evil.yaml`, "kind: die\n")},
		"a whole path":           {"file/archive", plain("/tmp/evil.yaml", "kind: die\n")},
		"a drive":                {"file/archive", plain("C:/evil.yaml", "kind: die\n")},
		"a link":                 {"file/archive", link},
		"a bomb":                 {"file/archive", plain("content/coins/bomb.yaml", strings.Repeat("#", 200<<20))},
		"names that are one":     {"file/archive", plain("content/coins/PACK.yaml", coins)},
		"a name twice":           {"file/archive", plain("content/coins/pack.yaml", coins)},
		"an archive within":      {"file/archive", plain("content/coins/more.zip", "x")},
		"an archive in disguise": {"file/archive", plain("content/coins/more.png", "PK\x03\x04")},
		"a program":              {"file/archive", plain("scripts/coins/run.exe", "x")},
		"a program in disguise":  {"file/archive", plain("scripts/coins/run", "\x7fELF")},
		"a script of the shell":  {"file/archive", plain("content/coins/notes", "#!/bin/sh\n")},
		"a device":               {"file/archive", plain("content/coins/nul.yaml", coins)},
		"an id that is a path":   {"pack/manifest", plain("content/other/pack.yaml", strings.Replace(coins, "id: coins", "id: ../../coins", 1))},
		"a version that is one":  {"content/pattern", plain("content/other/pack.yaml", strings.NewReplacer("id: coins", "id: other", "1.0.0", "1.0.0-/../x").Replace(coins))},
		"an invalid manifest":    {"content/type", plain("content/other/pack.yaml", strings.Replace(coins, "id: coins", "id: [other]", 1))},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			t.Setenv("SLEIGHT_CACHE", filepath.Join(home, "cache"))
			t.Setenv("SLEIGHT_CONFIG", filepath.Join(home, "config"))
			dir := filepath.Join(home, "deep", "workspace")
			file := filepath.Join(home, "evil.zip")
			writeZip(t, file, plain("content/coins/pack.yaml", coins), c.more)
			if err := os.MkdirAll(filepath.Join(dir, "content"), 0o777); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			code := cli.Run(t.Context(), []string{"pack", "install", file, "--content", dir}, strings.NewReader(""), &out, &out)
			if code != 1 || !strings.Contains(out.String(), "["+c.code+"]") {
				t.Errorf("it ended with %d: %s", code, &out)
			}
			if _, err := os.Stat(filepath.Join(dir, ".sleight")); err == nil {
				t.Error("a folder was left")
			}
			err := filepath.WalkDir(home, func(name string, d fs.DirEntry, err error) error {
				if err == nil && d.Type().IsRegular() && name != file {
					t.Errorf("%s was left", name)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		})
	}
}

func writeZip(t *testing.T, file string, parts ...func(*testing.T, *zip.Writer)) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, write := range parts {
		write(t, z)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
