package protocol

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"time"

	"sleight/runtime/diag"
	"sleight/runtime/sim/profiler"
)

// minShare is the smallest share of all fuel or time that is reported.
const minShare = 0.001

// profileOf reports a profile once its games are over.
func profileOf(p *profiler.Profile) *Profile {
	root := p.Tree()
	worth := func(s profiler.Cost) bool {
		return float64(s.Fuel) >= minShare*float64(root.All.Fuel) || float64(s.Time) >= minShare*float64(root.All.Time)
	}
	out := &Profile{Root: tree(root, worth), Lines: []ProfileEntry{}}
	for _, l := range root.Lines() {
		if worth(l.All) {
			out.Lines = append(out.Lines, profileEntry(l.Name, l.Place, l.Own, l.All))
		}
	}
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		panic("protocol: " + err.Error()) // a buffer takes everything, and the profile is valid
	}
	out.File = base64.StdEncoding.EncodeToString(file.Bytes())
	return out
}

// tree reports the part of a call tree above the smallest share.
func tree(f *profiler.Frame, worth func(profiler.Cost) bool) ProfileEntry {
	out := profileEntry(f.Name, f.Place, f.Own, f.All)
	for _, b := range f.Below {
		if worth(b.All) {
			out.Below = append(out.Below, tree(b, worth))
		}
	}
	return out
}

func profileEntry(name string, at diag.Place, own, all profiler.Cost) ProfileEntry {
	s := ProfileEntry{Name: name, ResourceUsage: usageOf(all), Own: usageOf(own)}
	if at.File != "" {
		s.Where = fmt.Sprintf("%s:%d", at.File, at.Line)
	}
	return s
}

func usageOf(s profiler.Cost) ResourceUsage {
	return ResourceUsage{Time: float64(s.Time) / float64(time.Millisecond), Fuel: s.Fuel, Calls: s.Calls}
}
