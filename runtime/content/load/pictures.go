package load

import (
	"encoding/hex"
	"maps"
	"path"
	"slices"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/picture"
	"sleight/runtime/diag"
)

// artFolder is the folder of a pack that holds its pictures.
const artFolder = "art"

// maxArt is the maximum size of all pictures of a pack, in bytes.
const maxArt = 32 << 20

// checkPicture checks the data of a picture.
func (f *file) checkPicture(data []byte) {
	line, err := picture.Check(f.path, data)
	if err != nil {
		f.problems = diag.List{diag.New("file/picture", diag.Place{File: f.path, Line: line}, "%s", err).
			WithHint("export it again as plain SVG, PNG or WebP")}
		return
	}
	parts := strings.SplitN(f.inner, "/", 4) // content/PACK/art/NAME
	f.picture = &picture.Picture{Name: parts[1] + "/" + parts[3], Type: picture.Type(f.path), Sum: hex.EncodeToString(f.sum[:8]), Data: data}
}

// pictures reads the pictures of a pack.
func (b *builder) pictures(p *folder, out *def.Pack) {
	if len(p.art) == 0 {
		return
	}
	out.Pictures = map[string]*picture.Picture{}
	size := 0
	for _, inner := range p.art {
		f := b.read(p.root, inner)
		b.problems = append(b.problems, f.problems...)
		b.art = append(b.art, f)
		if f.picture == nil {
			continue
		}
		out.Pictures[strings.TrimPrefix(f.picture.Name, p.id+"/")] = f.picture
		size += len(f.picture.Data)
	}
	if size > maxArt {
		b.problems = append(b.problems, diag.New("file/picture", diag.Place{File: p.root.shown(path.Join("content", p.id, artFolder))},
			"the pictures of the pack have %d bytes; at most %d are read", size, maxArt).WithHint("make them smaller, or leave some out"))
	}
}

// unknownPictures reports pictures that a definition names but that are in none of the
// packs that may have named them.
func (b *builder) unknownPictures(d *def.Definition) (problems diag.List) {
	check := func(n *def.Node, at string) {
		if n == nil || n.Type() != def.Text {
			return
		}
		var names []string
		for _, id := range d.ArtPacks(at) {
			pictures := b.picturesOf(id)
			if pictures[n.Text()] != nil {
				return
			}
			names = append(names, slices.Sorted(maps.Keys(pictures))...)
		}
		problem := diag.New("content/reference", n.Place(), "there is no picture %s", path.Join("content", d.ArtPacks(at)[0], artFolder, n.Text())).
			WithHint("put the picture there, or leave the key out")
		if near, ok := diag.Nearest(stem(n.Text()), stems(names)); ok { // file extensions are all alike
			problem = problem.Suggest(n.Text(), slices.DeleteFunc(names, func(name string) bool { return stem(name) != near }))
		}
		problems = append(problems, problem)
	}
	for _, key := range []string{"art", "back"} {
		check(d.Data.Get(key), key)
	}
	for _, zone := range d.Data.Each("zones") {
		check(zone.Value.Get("back"), "zones."+zone.Key+".back")
	}
	return problems
}

func stem(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

func stems(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = stem(name)
	}
	return out
}

func (b *builder) picturesOf(pack string) map[string]*picture.Picture {
	for _, p := range b.packs {
		if p.ID == pack {
			return p.Pictures
		}
	}
	return nil
}
