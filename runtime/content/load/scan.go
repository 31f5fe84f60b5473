package load

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/filename"
	"sleight/runtime/content/picture"
	"sleight/runtime/content/schema"
	"sleight/runtime/diag"
)

// Root is a folder with content/, scripts/ and schemas/, each optional.
type Root struct {
	FS fs.FS
	// Name is the prefix of its file names when they are shown; empty for the
	// working folder.
	Name string
	// Fixed is set if its files never change (they are embedded), so they are
	// read once.
	Fixed bool
	// Shared, if not nil, keeps what loaders make of its files, which must never change.
	Shared *def.Shared
	// Foreign is set if its sleight.yaml was written for other content:
	// settings for things that do not exist are ignored.
	Foreign bool
	// Optional is set if packs that a game does not need may be skipped; see
	// Loader.SkipUnneeded.
	Optional bool
	// Problems are problems found before its files could be read; a root with
	// problems has no FS.
	Problems diag.List
	// MissingPacks are the packs that the root would contain but for its problems.
	MissingPacks []MissingPack
}

// shown returns the name of a file of the root in messages.
func (r Root) shown(inner string) string {
	if r.Name == "" {
		return inner
	}
	return r.Name + "/" + inner
}

// Folders combines several file systems into one, each as a folder. It joins
// embedded folders into a Root.
type Folders map[string]fs.FS

// Open opens a file below one of the folders.
func (f Folders) Open(name string) (fs.File, error) {
	folder, rest, _ := strings.Cut(name, "/")
	inner, ok := f[folder]
	if !ok || !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if rest == "" {
		rest = "."
	}
	return inner.Open(rest)
}

// scanner is the content of the roots.
type scanner struct {
	packs    map[string]*folder
	schemas  map[string]location // by kind
	problems diag.List
	files    int               // listed in the root so far
	names    map[string]string // of files, by the form in which some systems treat names as equal
	listed   []location        // files whose names are still to be checked
	roots    []Root
}

// folder is the files of a pack in its root.
type folder struct {
	id         string
	root       Root
	yaml       []string // paths in the root, sorted
	locales    []string // likewise, those below locales/
	lua        []string
	saves      []string // likewise, those below saves/
	art        []string // likewise, the pictures below art/
	hasContent bool     // whether it has a folder below content/
	files      []*file  // the files of yaml, nil where they have not been read
}

type location struct {
	root  Root
	inner string
}

var packName = regexp.MustCompile(`^[a-z][a-z0-9_-]*$`)

// maxPackName is the maximum length of a pack id in bytes, as in its schema.
const maxPackName = 64

// startScan starts a scan of roots with their schemas.
func startScan(roots []Root) *scanner {
	all := &scanner{packs: map[string]*folder{}, schemas: map[string]location{}, names: map[string]string{}, roots: roots}
	for _, root := range roots {
		all.problems = append(all.problems, root.Problems...)
		if root.FS != nil {
			all.listSchemas(root)
		}
	}
	return all
}

// scan lists the packs of all roots. A pack in a later root replaces the pack
// of the same name in an earlier one.
func (s *scanner) scan() {
	for _, root := range s.roots {
		if root.FS == nil {
			continue
		}
		packs := map[string]*folder{}
		s.files = 0
		s.content(root, packs)
		s.scripts(root, packs)
		for id, p := range packs {
			if before, ok := s.packs[id]; ok && before.hasContent && !p.hasContent {
				at := diag.Place{File: path.Join(root.Name, "scripts", id)}
				s.problems = append(s.problems, diag.New("content/empty", at,
					"these scripts replace the whole pack %s, but there is no content", id).
					WithHint("copy %s here as well", path.Join("content", id)))
			} else if ok {
				s.shadow(before, p)
			}
			s.packs[id] = p
		}
	}
}

// shadow warns of a pack that contains much less than the one it replaces: its
// author probably meant to change a few files of the other one.
func (s *scanner) shadow(before, p *folder) {
	if !before.root.Fixed || !p.hasContent || 4*len(p.yaml) > len(before.yaml) {
		return
	}
	at := diag.Place{File: path.Join(p.root.Name, "content", p.id)}
	s.problems = append(s.problems, diag.New("pack/shadow", at,
		"this folder replaces the whole pack %s that ships with Sleight, and has %d of its %d YAML files", p.id, len(p.yaml), len(before.yaml)).
		WithHint("to add or change single definitions, give the folder another name; sleight new patch KIND/ID writes a patch"))
}

func (s *scanner) content(root Root, packs map[string]*folder) {
	for _, id := range s.packFolders(root, "content", []string{".yaml", ".yml"}) {
		p := &folder{id: id, root: root, hasContent: true}
		packs[id] = p
		locales, saves := path.Join("content", id, localeFolder), path.Join("content", id, savesFolder)
		for _, name := range s.walk(root, path.Join("content", id)) {
			switch ext := path.Ext(name); {
			case ext == ".yaml" && (path.Dir(name) == locales || path.Dir(path.Dir(name)) == locales):
				p.locales = append(p.locales, name)
			case ext == ".json" && path.Dir(name) == saves:
				p.saves = append(p.saves, name)
			case picture.Type(name) != "" && strings.HasPrefix(name, path.Join("content", id, artFolder)+"/"):
				p.art = append(p.art, name)
			case ext == ".yaml":
				p.yaml = append(p.yaml, name)
			case ext == ".lua":
				s.reportMisplaced(root, "scripts", name)
			case strings.EqualFold(ext, ".yml") || strings.EqualFold(ext, ".yaml"):
				right := strings.TrimSuffix(path.Base(name), ext) + ".yaml"
				s.problems = append(s.problems, diag.New("file/misplaced", diag.Place{File: path.Join(root.Name, name)},
					"content files end in .yaml, this one in %s", ext).WithHint("rename it to %s", right))
			}
		}
		slices.Sort(p.locales) // LANGUAGE.yaml before the files in LANGUAGE/
	}
}

func (s *scanner) scripts(root Root, packs map[string]*folder) {
	for _, id := range s.packFolders(root, "scripts", []string{".lua"}) {
		p := packs[id]
		if p == nil {
			p = &folder{id: id, root: root}
			packs[id] = p
		}
		for _, name := range s.walk(root, path.Join("scripts", id)) {
			switch ext := path.Ext(name); {
			case ext == ".lua":
				p.lua = append(p.lua, name)
			case strings.EqualFold(ext, ".yaml") || strings.EqualFold(ext, ".yml"):
				s.reportMisplaced(root, "content", name)
			}
		}
	}
}

// reportMisplaced reports a file that is read only below another folder of the root.
func (s *scanner) reportMisplaced(root Root, top, name string) {
	here, below, _ := strings.Cut(name, "/")
	s.problems = append(s.problems, diag.New("file/misplaced", diag.Place{File: path.Join(root.Name, name)},
		"%s files are not read below %s", strings.ToLower(path.Ext(name)), here).WithHint("move it to %s", path.Join(top, below)))
}

func (s *scanner) listSchemas(root Root) {
	entries, err := fs.ReadDir(root.FS, "schemas")
	if err != nil {
		s.unreadable(root, "schemas", err)
		return
	}
	for _, e := range entries {
		kind, ok := strings.CutSuffix(e.Name(), schema.Suffix)
		if ok && e.Type().IsRegular() && !strings.HasPrefix(kind, ".") {
			s.schemas[kind] = location{root, path.Join("schemas", e.Name())}
		}
	}
}

// packFolders lists the packs below a folder of the root, and reports files
// beside them.
func (s *scanner) packFolders(root Root, top string, strays []string) []string {
	entries, err := fs.ReadDir(root.FS, top)
	if err != nil {
		s.unreadable(root, top, err)
		return nil
	}
	var ids []string
	for _, e := range entries {
		name := e.Name()
		at := diag.Place{File: path.Join(root.Name, top, name)}
		switch {
		case strings.HasPrefix(name, "."):
		case e.Type()&fs.ModeSymlink != 0:
			s.link(at)
		case !e.IsDir():
			if slices.Contains(strays, path.Ext(name)) {
				s.problems = append(s.problems, diag.New("file/misplaced", at, "this file belongs to no pack").
					WithHint("move it to %s", path.Join(top, "PACK", name)))
			}
		case !packName.MatchString(name):
			s.problems = append(s.problems, diag.New("content/pattern", at, "a pack cannot be named %q", name).
				WithHint("rename the folder: lower-case letters, digits, _ and -, starting with a letter"))
		default:
			ids = append(ids, name)
		}
	}
	return ids
}

// walk lists the files below a folder, sorted, without hidden ones. Symbolic
// links are not followed.
func (s *scanner) walk(root Root, top string) []string {
	key := sharedList(root.shown(top))
	if names, ok := root.Shared.Get(key).([]string); ok {
		return names // which have been checked
	}
	before, names := len(s.problems), s.list(root, top)
	for _, name := range names {
		if root.Shared != nil {
			s.checkName(root, name)
		} else {
			s.listed = append(s.listed, location{root, name})
		}
	}
	if len(s.problems) == before {
		root.Shared.Keep(key, names)
	}
	return names
}

func (s *scanner) list(root Root, top string) (names []string) {
	_ = fs.WalkDir(root.FS, top, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			s.unreadable(root, name, err)
			return nil
		}
		hidden := strings.HasPrefix(e.Name(), ".")
		switch {
		case hidden && e.IsDir():
			return fs.SkipDir
		case hidden:
		case e.Type()&fs.ModeSymlink != 0:
			s.link(diag.Place{File: path.Join(root.Name, name)})
		case e.Type().IsRegular():
			if s.files++; s.files > MaxFiles {
				s.problems = append(s.problems, diag.New("file/too-large", diag.Place{File: path.Join(root.Name, top)},
					"there are more than %d files", MaxFiles))
				return fs.SkipAll
			}
			names = append(names, name)
		}
		return nil
	})
	return names
}

func (s *scanner) link(at diag.Place) {
	s.problems = append(s.problems, diag.New("file/link", at, "this is a symbolic link, which is not followed").
		WithHint("put the file itself here"))
}

// unreadable reports a folder that exists but cannot be read.
func (s *scanner) unreadable(root Root, name string, err error) {
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	at := diag.Place{File: path.Join(root.Name, name)}
	s.problems = append(s.problems, diag.New("file/unreadable", at, "the folder cannot be read: %v", filename.Reason(err)))
}
