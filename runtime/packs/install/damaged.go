package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sleight/runtime/content/load"
	"sleight/runtime/content/manifest"
	"sleight/runtime/diag"
)

// scope returns the games that a fetched pack holds or declares that it is for,
// and the packs that it requires, sorted.
func (i *Installation) scope(p LockedPack, m *manifest.Manifest) (games, requires []string) {
	games, requires = scopeOf(m)
	root := i.rootOf(p, i.Cache.file(p.Digest))
	if root.FS == nil {
		root = i.rootOf(p, i.archive(p))
	}
	if root.FS != nil {
		games = append(games, load.GamesIn(root, p.ID)...)
	}
	slices.Sort(games)
	return slices.Compact(games), requires
}

func scopeOf(m *manifest.Manifest) (games, requires []string) {
	games, requires = []string{}, []string{}
	for _, g := range m.Games {
		games = append(games, g.Name)
	}
	for _, n := range m.Requires {
		requires = append(requires, n.Pack)
	}
	slices.Sort(requires)
	return games, requires
}

// damagedRoot describes a pack whose archive is missing or damaged. If the lock
// does not say which games it is for, the manifest in the cache may.
func (i *Installation) damagedRoot(p LockedPack, problem diag.Diagnostic) load.Root {
	lost := load.MissingPack{ID: p.ID, Problem: problem, Known: p.Games != nil, Games: p.Games, Requires: p.Requires}
	if m := i.Cache.manifest(p.Digest); !lost.Known && m != nil && m.ID == p.ID {
		lost.Games, lost.Requires = scopeOf(m)
		lost.Known = true
	}
	return load.Root{Name: p.ID + "@" + p.Version, Problems: diag.List{problem}, MissingPacks: []load.MissingPack{lost}}
}

// unreadableLockRoot returns the root of an installation whose lock cannot be read: any
// pack in the folder of archives may have been listed.
func (i *Installation) unreadableLockRoot(problems diag.List) load.Root {
	root := load.Root{Name: i.lockName(), Problems: problems}
	entries, _ := i.Cache.disk.ReadDir(i.folder())
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".zip") {
			continue
		}
		if m := i.manifestIn(e); m != nil {
			games, requires := scopeOf(m)
			root.MissingPacks = append(root.MissingPacks, load.MissingPack{ID: m.ID, Problem: problems[0], Known: true, Games: games, Requires: requires})
		}
	}
	return root
}

func (i *Installation) manifestIn(e os.DirEntry) *manifest.Manifest {
	name := filepath.Join(i.folder(), e.Name())
	file, err := i.Cache.disk.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	p, _ := openPackage(name, file)
	if p == nil {
		return nil
	}
	return p.Manifest
}
