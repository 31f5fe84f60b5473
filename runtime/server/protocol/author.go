package protocol

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"sleight/runtime/author/newcontent"
	"sleight/runtime/content/def"
	"sleight/runtime/content/safefile"
	"sleight/runtime/diag"
	"sleight/runtime/diag/fix"
	"sleight/runtime/diag/strictjson"
)

// writable returns the packs that may receive new definitions, and the game of
// each.
func (c *Client) writable() (packs []string, games map[string]*def.Definition, err *Error) {
	if c.server.options.Folder == "" {
		return nil, nil, fail(codeForbidden, "nothing can be written here: run sleight studio in a workspace")
	}
	packs, games = newcontent.Packs(c.server.live(), c.server.options.Folder)
	if len(packs) == 0 {
		return nil, nil, fail(codeForbidden, "this workspace has no pack of its own; sleight new game ID creates one")
	}
	return packs, games, nil
}

// form describes the keys of a new definition.
func (c *Client) form(_ context.Context, p NewForm) (*Form, *Error) {
	packs, games, err := c.writable()
	if err != nil {
		return nil, err
	}
	packs = slices.DeleteFunc(packs, func(pack string) bool { return p.Game != "" && games[pack].ID != p.Game })
	out := &Form{Kind: p.Kind, Pack: p.Pack, Packs: packs, Fields: []FormField{}}
	if p.Pack == "" && len(packs) > 0 {
		out.Pack = packs[0]
	}
	if !slices.Contains(packs, out.Pack) {
		return nil, fail(codeNotFound, "this workspace has no pack %q for %s", out.Pack, p.Game)
	}
	r := newcontent.Request{Pack: out.Pack, ID: "new", Game: games[out.Pack]}
	out.Kinds = c.kinds(r)
	if out.Kind == "" {
		out.Kind = out.Kinds[0]
	}
	if r.Kind = out.Kind; !slices.Contains(out.Kinds, r.Kind) {
		return nil, fail(codeNotFound, "a pack for %s takes no new %s", r.Game.ID, r.Kind)
	}
	if err := newcontent.Complete(c.server.live(), c.server.options.Folder, r.Game, &r); err != nil {
		return nil, fail(codeContent, "%v", err)
	}
	fields, problem := newcontent.Form(r)
	if problem != nil {
		return nil, fail(codeContent, "%v", problem)
	}
	for _, f := range fields {
		one := FormField{Key: f.Key, Type: f.Type, Text: f.Text, Options: f.Options, Low: f.Low, High: f.High, Required: f.Required}
		if f.Value != nil {
			one.Value = fmt.Sprint(f.Value) // a text, number or boolean
		}
		out.Fields = append(out.Fields, one)
	}
	return out, nil
}

// kinds lists the kinds of definition that a pack may get: those allowed in its
// game's zones, those that it has, and scenarios.
func (c *Client) kinds(r newcontent.Request) []string {
	kinds := newcontent.Kinds(r)
	for _, d := range c.server.live().Catalog.VisibleTo(r.Game).All() {
		if d.Kind != r.Game.Kind {
			kinds = append(kinds, d.Kind)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(kinds, func(kind string) bool {
		again := seen[kind]
		seen[kind] = true
		return again
	})
}

// create writes a new definition with its script and its test.
func (c *Client) create(_ context.Context, p NewDefinition) (*CreatedDefinition, *Error) {
	_, games, err := c.writable()
	if err != nil {
		return nil, err
	}
	r := newcontent.Request{Kind: p.Kind, ID: p.ID, Name: p.Name, Pack: p.Pack, Values: map[string]any{}}
	if games[p.Pack] == nil {
		return nil, fail(codeNotFound, "this workspace has no pack %q", p.Pack)
	}
	if len(p.Values) > 0 {
		if err := strictjson.Unmarshal(p.Values, &r.Values); err != nil {
			return nil, fail(codeParams, "values: %v", err)
		}
	}
	if err := newcontent.CheckID(p.ID); err != nil {
		return nil, fail(codeParams, "%v", err)
	}
	if err := newcontent.CheckName(p.Name); err != nil {
		return nil, fail(codeParams, "%v", err)
	}
	if !slices.Contains(c.kinds(newcontent.Request{Game: games[p.Pack]}), p.Kind) {
		return nil, fail(codeNotFound, "a pack for %s takes no new %s", games[p.Pack].ID, p.Kind)
	}
	folder := c.server.options.Folder
	if err := newcontent.Complete(c.server.live(), folder, games[p.Pack], &r); err != nil {
		return nil, fail(codeContent, "%v", err)
	}
	files, problem := newcontent.Files(r)
	if problem != nil {
		return nil, fail(codeParams, "%v", problem)
	}
	made, problem := newcontent.Write(folder, files)
	if problem != nil {
		return nil, fail(codeContent, "%v", problem)
	}
	return &CreatedDefinition{Key: r.Key(), Files: made, Note: newcontent.Missing(r)}, nil
}

// fix applies the certain fixes of problems to their files.
func (c *Client) fix(_ context.Context, p FixRequest) (*FixResult, *Error) {
	s := c.server
	if s.options.WriteFile == nil {
		return nil, fail(codeForbidden, "nothing can be written here: run sleight studio in a workspace")
	}
	s.mutex.Lock()
	wanted := slices.DeleteFunc(slices.Clone(s.problems), func(d diag.Diagnostic) bool {
		return d.Code != p.Code || len(d.Edits) == 0 || p.Where != "" && d.Place.String() != p.Where
	})
	s.mutex.Unlock()
	if len(wanted) == 0 {
		return nil, fail(codeNotFound, "no such problem has a fix; perhaps it is fixed already")
	}
	if p.Where == "" && s.options.Files != nil {
		if wanted = fix.Safe(wanted, s.options.Files(), s.source); len(wanted) == 0 {
			return nil, fail(codeContent, "the declaration of the name may be misspelt: correct it, or fix each use separately")
		}
	}
	texts, fixed := fix.Apply(wanted, s.source)
	if fixed == 0 {
		return nil, fail(codeContent, "the text has changed since the problem was found; save the file and try again")
	}
	out := &FixResult{Fixed: fixed, Files: slices.Sorted(maps.Keys(texts))}
	for _, file := range out.Files {
		if err := s.options.WriteFile(file, texts[file]); err != nil {
			return nil, fail(codeForbidden, "%s cannot be written: %s", file, safefile.Reason(err))
		}
	}
	return out, nil
}
