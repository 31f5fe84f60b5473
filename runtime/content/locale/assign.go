package locale

import "sleight/runtime/content/def"

// AssignToFiles assigns new units to the files of a language: a text to the
// file that translates its definition, or else to the first that translates a
// definition of the same source file, or else to the first file. Sentences of
// scripts go where others are. The result has one list for each file.
func AssignToFiles(c *def.Catalog, files []*def.Locale, units []Unit) [][]Unit {
	owners, sources, says := map[*def.Definition]int{}, map[string]int{}, 0
	for i := len(files) - 1; i >= 0; i-- { // so that the first file wins
		data, _ := files[i].Read()
		for _, f := range data.Each("texts") {
			if d := Target(c, files[i], f.Key); d != nil {
				owners[d], sources[d.Place.File] = i, i
			}
		}
		if len(data.All("says")) > 0 {
			says = i
		}
	}
	out := make([][]Unit, len(files))
	for _, p := range units {
		i := says
		if d := p.Definition; d != nil {
			var ok bool
			if i, ok = owners[d]; !ok {
				i = sources[d.Place.File]
			}
		}
		out[i] = append(out[i], p)
	}
	return out
}
