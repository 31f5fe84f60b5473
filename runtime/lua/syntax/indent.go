package syntax

import "sleight/runtime/diag"

// A missing end is noticed where the enclosing block or the file ends, and a
// surplus end where nothing is open any more. The position that the author
// meant is found by the indentation: the first line that begins with a closing
// word at another depth than the line of its opener.

// misfit is a closing word that is not indented like its opener.
type misfit struct {
	opener  opener
	index   int  // of the closing token
	missing bool // opener was not closed; otherwise the closing word is surplus
}

// indentOf returns the indentation of a line, in characters.
func (s *Source) indentOf(line int) int {
	if row := s.onLine(line); len(row) > 0 {
		return row[0].Column - 1
	}
	return 0
}

// fits records the first closing word that is not indented like its opener.
func (s *Source) fits(top opener, i int) *misfit {
	t := s.Tokens[i]
	second := s.TextAt(i-1) == "end" && s.onLine(t.Line)[0].Text == "end"
	if s.follows(i) && !second || top.Line == t.Line {
		return nil
	}
	switch own, its := s.indentOf(t.Line), s.indentOf(top.Line); {
	case own < its:
		return &misfit{top, i, true}
	case own > its:
		return &misfit{top, i, false}
	}
	return nil
}

// suspected returns the problem that a misfit shows, given the one found.
func (s *Source) suspected(m *misfit, found *diag.Diagnostic) *diag.Diagnostic {
	if m == nil || found.Code != "script/syntax" {
		return found
	}
	t := s.Tokens[m.index]
	if m.missing {
		d := diag.New("script/syntax", s.At(m.opener.Token), "'%s' expected (to close '%s' at line %d): the '%s' at line %d is indented like another block",
			m.opener.closer, m.opener.Text, m.opener.Line+s.Line, t.Text, t.Line+s.Line).
			WithHint("every function, if, for and while needs its own end")
		if m.opener.closer != "end" {
			d = d.WithHint("add the missing %s", m.opener.closer)
		}
		d = d.WithNote(found.Place, "%s", found.Message)
		return &d
	}
	d := diag.New("script/syntax", s.At(t), "'%s' closes the '%s' at line %d, which is indented differently", t.Text, m.opener.Text, m.opener.Line+s.Line).
		WithHint("is there one %s too many, or is what it should close missing above?", t.Text).
		WithNote(s.At(m.opener.Token), "'%s' opened here", m.opener.Text).
		WithNote(found.Place, "%s", found.Message)
	return &d
}
