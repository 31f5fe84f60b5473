package speed

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"gopkg.in/yaml.v3"

	"sleight/content"
	"sleight/schemas"
	"sleight/scripts"
)

// varied writes the shipped packs with copies of their definitions and scripts
// under other names until there are at least n definitions, and returns the
// size of the YAML in bytes. Copies differ in names, numbers, comments and
// style, as the files of many authors do. What exists once in a pack (its game,
// manifest, locales, presets and bots) is not copied.
func varied(dir string, n int) (size int, err error) {
	write := func(name string, text []byte) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, ".yaml") {
			size += len(text)
		}
		err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, text, 0o666))
	}
	var templates []*template
	made := 0
	for folder, files := range map[string]fs.FS{"content": content.Files, "scripts": scripts.Files} {
		err = errors.Join(err, fs.WalkDir(files, ".", func(name string, d fs.DirEntry, failed error) error {
			if failed != nil || d.IsDir() || path.Ext(name) == ".go" {
				return failed
			}
			text, failed := fs.ReadFile(files, name)
			write(folder+"/"+name, text)
			if path.Ext(name) == ".yaml" {
				made += len(identifier.FindAll(text, -1))
				if !single.MatchString(name) {
					templates = append(templates, newTemplate(name, text))
				}
			}
			return failed
		}))
	}
	slices.SortFunc(templates, func(a, b *template) int { return strings.Compare(a.name, b.name) })
	copies := map[string][]byte{} // by pack
	for round := 1; made < n && err == nil; round++ {
		for i, of := range templates {
			pack, rest, _ := strings.Cut(of.name, "/")
			for _, id := range of.ids {
				made++
				copies[pack] = fmt.Appendf(copies[pack], "  - {id: %s_%02d, weight: %d}\n", id, round, 1+i%7)
			}
			write(fmt.Sprintf("content/%s/copy_%02d/%s", pack, round, rest), of.copy(round, (i+round)%len(styles)))
			for _, script := range of.scripts {
				code, missing := fs.ReadFile(scripts.Files, pack+"/"+script)
				code = append(fmt.Appendf(nil, "-- The copy number %d.\n", round), code...)
				write(fmt.Sprintf("scripts/%s/copy_%02d/%s", pack, round, script), code)
				err = errors.Join(err, missing)
			}
		}
	}
	for pack, entries := range copies {
		write("content/"+pack+"/tables/copies.yaml", append([]byte("kind: table\nid: copies\nentries:\n"), entries...))
	}
	return size, err
}

var (
	identifier = regexp.MustCompile(`(?m)^(\{kind: \w+, id: |id: )(\w+)`)
	title      = regexp.MustCompile(`(?m)^(name: )(\w.*)$`)
	scripted   = regexp.MustCompile(`(?m)^(script: )(\S+)`)
	textLine   = regexp.MustCompile(`(?m)^( +text: .*)$`)
	plainWord  = regexp.MustCompile(`(?m)^( *(?:name|rarity|icon): )([A-Za-z_ ]+)$`)
	single     = regexp.MustCompile(`(^|/)(pack|game|presets|keywords)\.yaml$|/(locales|bots)/`)
	language   = regexp.MustCompile(`\$schema=(\.\./)+`)
)

// template is a file that is copied.
type template struct {
	name         string
	ids, scripts []string // of its definitions, and those that it uses
	// renamed is the text with another id and name for every definition, in which
	// two and number stand for the number of the copy; styled is that in each style.
	renamed []byte
	styled  [][]byte
}

// two stands for a copy's number in ids, with two digits, and number for that in names.
const two, number = "908172635401", "908172635402"

func newTemplate(name string, text []byte) *template {
	of := &template{name: name, styled: make([][]byte, len(styles))}
	for _, m := range identifier.FindAllSubmatch(text, -1) {
		of.ids = append(of.ids, string(m[2]))
	}
	for _, m := range scripted.FindAllSubmatch(text, -1) {
		of.scripts = append(of.scripts, string(m[2]))
	}
	text = identifier.ReplaceAll(text, []byte("${1}${2}_"+two))
	text = title.ReplaceAll(text, []byte("${1}${2} "+number))
	text = scripted.ReplaceAll(text, []byte("${1}copy_"+two+"/${2}"))
	of.renamed = language.ReplaceAll(text, []byte("$$schema=../../../../schemas/"))
	return of
}

// copy returns a copy of the file in a style.
func (of *template) copy(round, style int) []byte {
	if of.styled[style] == nil {
		of.styled[style] = styles[style](of.renamed)
	}
	text := bytes.ReplaceAll(of.styled[style], []byte(two), fmt.Appendf(nil, "%02d", round))
	return bytes.ReplaceAll(text, []byte(number), fmt.Append(nil, round))
}

// styles are ways to write a file.
var styles = []func([]byte) []byte{
	func(text []byte) []byte { return text },
	func(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) },
	func(text []byte) []byte { return append([]byte("---\n"), text...) },
	func(text []byte) []byte { return plainWord.ReplaceAll(text, []byte(`${1}"${2}"`)) },
	func(text []byte) []byte { return plainWord.ReplaceAll(text, []byte(`${1}'${2}' # as in the design`)) },
	func(text []byte) []byte { return textLine.ReplaceAll(text, []byte("$1\n")) },
	func(text []byte) []byte { return encoded(text, 4) },
	func(text []byte) []byte { return encoded(text, 2) },
}

// encoded formats a file as programs do: without flow mappings and lists.
func encoded(text []byte, indent int) []byte {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(indent)
	for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var n yaml.Node
		if d.Decode(&n) != nil {
			break
		}
		blockStyle(&n)
		if e.Encode(&n) != nil {
			return text
		}
	}
	return out.Bytes()
}

func blockStyle(n *yaml.Node) {
	if n.Kind != yaml.ScalarNode && len(n.Content) > 0 {
		n.Style = 0
	}
	for _, c := range n.Content {
		blockStyle(c)
	}
}

// plainlyVaried reads and checks files as plainly does, with every kind and any
// number of definitions in a file.
func plainlyVaried(files fs.FS) error {
	compiler := jsonschema.NewCompiler()
	names, err := fs.Glob(schemas.Files, "*.schema.json")
	for _, name := range names {
		text, failed := fs.ReadFile(schemas.Files, name)
		err = errors.Join(err, failed, compiler.AddResource(name, bytes.NewReader(text)))
	}
	if err != nil {
		return err
	}
	compiled := map[string]*jsonschema.Schema{}
	for _, name := range names {
		if compiled[strings.TrimSuffix(name, ".schema.json")], err = compiler.Compile(name); err != nil {
			return err
		}
	}
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".yaml" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
			var value map[string]any
			if err := d.Decode(&value); err == io.EOF {
				return nil
			} else if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := compiled[value["kind"].(string)].Validate(value); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	})
}

// BenchmarkVaried compares checking 10,000 definitions, as varied as the
// shipped ones, with the plain way, which does not read scripts, on one core.
func BenchmarkVaried(b *testing.B) {
	dir := b.TempDir()
	size, err := varied(dir, many)
	if err != nil {
		b.Fatal(err)
	}
	var plain, one time.Duration
	var memory int64
	for b.Loop() {
		took, _ := alone(b, dir, "plainly varied", 1)
		plain += took
		took, most := alone(b, dir, "fully", 1)
		one += took
		memory = max(memory, most)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(size)/1e6, "MB-of-YAML")
	b.ReportMetric(plain.Seconds()/one.Seconds(), "×plain")
	b.ReportMetric(float64(memory)/1e6, "MB-of-memory")
}

// maxMemory is how much memory checking 10,000 varied definitions may take, in bytes:
// what it takes on one core, and a tenth, since the times of garbage collections vary.
// See docs/performance.md, where the target is.
const maxMemory = 265_000_000

// TestVariedFitsIntoMemory checks 10,000 varied definitions on one core in a process of
// its own, whose resident memory is measured.
func TestVariedFitsIntoMemory(t *testing.T) {
	dir := t.TempDir()
	if _, err := varied(dir, many); err != nil {
		t.Fatal(err)
	}
	most := int64(math.MaxInt64)
	for try := 0; try < 3 && most > maxMemory; try++ { // on a busy machine, collections end late
		took, memory := alone(t, dir, "fully", 1)
		t.Logf("%v, %d MB", took, memory/1e6)
		most = min(most, memory)
	}
	if most > maxMemory {
		t.Errorf("it takes at least %d MB, more than %d MB", most/1e6, maxMemory/1_000_000)
	}
}
