package protocol

import (
	"context"
	"strings"

	"sleight/runtime/content/def"
	"sleight/runtime/content/provenance"
)

// origin returns the provenance of a definition and its values.
func (c *Client) origin(out *Details, d *def.Definition) {
	catalog := c.server.live().Catalog
	out.Pack = d.Pack
	if p, ok := catalog.Pack(d.Pack); ok {
		out.Pack = versioned(p.ID, p.Version)
	}
	for _, v := range provenance.Values(catalog, d) {
		out.Values = append(out.Values, DefinitionValue{v.Path, v.Node.Show(), v.Node.Place().String(), v.Pack, v.Changers})
	}
	steps, _ := provenance.History(catalog, d, "")
	out.Changes = provenanceOf(steps)
}

func versioned(pack, version string) string { return strings.TrimSpace(pack + " " + version) }

func provenanceOf(steps []provenance.Step) []Provenance {
	var out []Provenance
	for _, s := range steps {
		out = append(out, Provenance{
			Path: s.Path, Op: string(s.Op), Pack: versioned(s.Pack, s.Version), Place: s.Place.String(),
			Before: s.Before.Show(), Value: s.Value.Show(), Text: s.Text,
		})
	}
	return out
}

func (c *Client) history(_ context.Context, p HistoryRequest) (*History, *Error) {
	d, err := c.get(p.Key)
	if err != nil {
		return nil, err
	}
	steps, ok := provenance.History(c.server.live().Catalog, d, p.Path)
	if !ok || p.Path == "" {
		return nil, fail(codeNotFound, "%s has no value %q", d.Key(), p.Path)
	}
	out := &History{Steps: append([]Provenance{}, provenanceOf(steps)...)}
	if path, ok := def.ParsePath(p.Path); ok {
		out.Value = path.At(d.Data).Show()
	}
	return out, nil
}

func (c *Client) file(_ context.Context, p File) (FileText, *Error) {
	text, ok := c.server.source(p.File)
	if !ok {
		return FileText{}, fail(codeNotFound, "unknown content file %q", p.File)
	}
	return FileText{string(text)}, nil
}
