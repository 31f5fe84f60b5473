package dap

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/go-dap"

	"sleight/runtime/game/debug"
	"sleight/runtime/sleight/workspace"
)

// setBreakpoints replaces the breakpoints of a file.
func (s *server) setBreakpoints(r *dap.SetBreakpointsRequest, head dap.Response) (dap.Message, error) {
	file, err := s.fileOf(r.Arguments.Source)
	if err != nil {
		return nil, err
	}
	s.lines = slices.DeleteFunc(s.lines, func(b *debug.Breakpoint) bool { return b.File == file })
	answer := &dap.SetBreakpointsResponse{Response: head}
	answer.Body.Breakpoints = []dap.Breakpoint{}
	for _, want := range r.Arguments.Breakpoints {
		b := &debug.Breakpoint{
			Kind: debug.Line, File: file, Line: want.Line,
			Condition: want.Condition, Hits: want.HitCondition, Log: want.LogMessage,
		}
		saved := s.program.text(file)
		b.Anchor(saved)
		live, _ := s.program.source(file)
		b.Line = debug.MapLine(string(saved), string(live), want.Line)
		point := s.addIfValid(b, &s.lines)
		point.Line, point.Source = debug.MapLine(string(live), string(saved), b.Line), &r.Arguments.Source
		answer.Body.Breakpoints = append(answer.Body.Breakpoints, point)
	}
	s.sendToDebugger()
	return answer, nil
}

// setEvents replaces the breakpoints on events, which editors show as function
// breakpoints.
func (s *server) setEvents(r *dap.SetFunctionBreakpointsRequest, head dap.Response) dap.Message {
	s.events = nil
	answer := &dap.SetFunctionBreakpointsResponse{Response: head}
	answer.Body.Breakpoints = []dap.Breakpoint{}
	for _, want := range r.Arguments.Breakpoints {
		b := &debug.Breakpoint{
			Kind: debug.Event, Name: strings.TrimPrefix(want.Name, "on_"),
			Condition: want.Condition, Hits: want.HitCondition,
		}
		answer.Body.Breakpoints = append(answer.Body.Breakpoints, s.addIfValid(b, &s.events))
	}
	s.sendToDebugger()
	return answer
}

// setChanges replaces the breakpoints on changes.
func (s *server) setChanges(r *dap.SetDataBreakpointsRequest, head dap.Response) dap.Message {
	s.changes = nil
	answer := &dap.SetDataBreakpointsResponse{Response: head}
	answer.Body.Breakpoints = []dap.Breakpoint{}
	for _, want := range r.Arguments.Breakpoints {
		b := &debug.Breakpoint{Kind: debug.Change, Name: want.DataId, Condition: want.Condition, Hits: want.HitCondition}
		answer.Body.Breakpoints = append(answer.Body.Breakpoints, s.addIfValid(b, &s.changes))
	}
	s.sendToDebugger()
	return answer
}

func (s *server) setExceptions(r *dap.SetExceptionBreakpointsRequest, head dap.Response) dap.Message {
	s.exceptions = nil
	answer := &dap.SetExceptionBreakpointsResponse{Response: head}
	for _, filter := range r.Arguments.Filters {
		answer.Body.Breakpoints = append(answer.Body.Breakpoints, s.addIfValid(&debug.Breakpoint{Kind: debug.Kind(filter)}, &s.exceptions))
	}
	for _, o := range r.Arguments.FilterOptions {
		b := &debug.Breakpoint{Kind: debug.Kind(o.FilterId), Condition: o.Condition}
		answer.Body.Breakpoints = append(answer.Body.Breakpoints, s.addIfValid(b, &s.exceptions))
	}
	s.sendToDebugger()
	return answer
}

// addIfValid adds a breakpoint to a list if the game can stop at it.
func (s *server) addIfValid(b *debug.Breakpoint, list *[]*debug.Breakpoint) dap.Breakpoint {
	sample := s.program.sample
	if played := s.debugger.Session(); played != nil && !s.isRunning() {
		sample = played
	}
	if err := debug.Check(sample, b); err != nil {
		return dap.Breakpoint{Message: err.Error()}
	}
	*list = append(*list, b)
	return dap.Breakpoint{Id: s.assignID(b), Verified: true}
}

// assignID gives a breakpoint an identifier.
func (s *server) assignID(b *debug.Breakpoint) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = map[*debug.Breakpoint]int{}
	}
	s.lastID++
	s.ids[b] = s.lastID
	return s.lastID
}

// verified reports whether the game can stop at a breakpoint of a line.
func (s *server) verified(b *debug.Breakpoint) bool { return !s.removed[b] }

func (s *server) setVerified(b *debug.Breakpoint, verified bool) {
	if s.removed == nil {
		s.removed = map[*debug.Breakpoint]bool{}
	}
	s.removed[b] = !verified
}

// idOf returns the identifier of a breakpoint.
func (s *server) idOf(b *debug.Breakpoint) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids[b]
}

// sendToDebugger passes all breakpoints to the debugger.
func (s *server) sendToDebugger() {
	s.debugger.SetPoints(slices.Concat(s.lines, s.events, s.changes, s.exceptions))
}

// fileOf returns the content's name for a file of the editor.
func (s *server) fileOf(source dap.Source) (string, error) {
	files := debug.Files(s.program.sample)
	if n := source.SourceReference; n > 0 && n <= len(files) {
		return files[n-1], nil
	}
	for _, f := range files {
		if s.program.path(f) == filepath.Clean(source.Path) {
			return f, nil
		}
	}
	name := filepath.ToSlash(source.Path)
	if name == "" {
		name = source.Name
	}
	if slices.Contains(files, name) {
		return name, nil
	}
	// The editor may have another path for the same folder.
	found := ""
	for _, f := range files {
		whole := "/" + f
		i := max(strings.LastIndex(whole, "/content/"), strings.LastIndex(whole, "/scripts/"))
		if i >= 0 && strings.HasSuffix(name, whole[i:]) {
			found = f
		}
	}
	if found != "" {
		return found, nil
	}
	if name == "" {
		return "", errors.New("the source has neither a path nor a name")
	}
	return name, nil // Check reports that nothing can stop there
}

// sourceOf returns a file of the content as editors see it. Shipped files are
// sent when the editor requests them.
func (s *server) sourceOf(file string) *dap.Source {
	name := file[strings.LastIndex(file, "/")+1:]
	if strings.HasPrefix(file, workspace.Embedded+"/") {
		i := slices.Index(debug.Files(s.program.sample), file)
		return &dap.Source{Name: name, SourceReference: i + 1, Origin: "ships with Sleight", PresentationHint: "deemphasize"}
	}
	return &dap.Source{Name: name, Path: s.program.path(file)}
}

func (s *server) source(r *dap.SourceRequest, head dap.Response) (dap.Message, error) {
	source := dap.Source{SourceReference: r.Arguments.SourceReference}
	if r.Arguments.Source != nil {
		source = *r.Arguments.Source
	}
	file, err := s.fileOf(source)
	if err != nil {
		return nil, err
	}
	text, ok := s.program.source(file)
	if !ok {
		return nil, fmt.Errorf("%s cannot be read", file)
	}
	answer := &dap.SourceResponse{Response: head}
	answer.Body.Content = string(text)
	return answer, nil
}

func (s *server) loadedSources(head dap.Response) dap.Message {
	answer := &dap.LoadedSourcesResponse{Response: head}
	answer.Body.Sources = []dap.Source{}
	for _, f := range debug.Files(s.program.sample) {
		answer.Body.Sources = append(answer.Body.Sources, *s.sourceOf(f))
	}
	return answer
}

func (s *server) locations(r *dap.BreakpointLocationsRequest, head dap.Response) dap.Message {
	answer := &dap.BreakpointLocationsResponse{Response: head}
	answer.Body.Breakpoints = []dap.BreakpointLocation{}
	if r.Arguments == nil {
		return answer
	}
	file, _ := s.fileOf(r.Arguments.Source)
	for _, line := range debug.Lines(s.program.sample, file) {
		if line >= r.Arguments.Line && line <= max(r.Arguments.Line, r.Arguments.EndLine) {
			answer.Body.Breakpoints = append(answer.Body.Breakpoints, dap.BreakpointLocation{Line: line})
		}
	}
	return answer
}
