package rules

import "sleight/runtime/lua"

// dropped is what later checks look up in the parts of a game that dropPlay drops.
type dropped struct {
	questions []string // see questions
}

// dropPlay drops the parts of a checked game that only play or another build needs:
// they take several times the memory of what later checks read.
func (b *builder) dropPlay() {
	b.known.hooks() // are read from the items
	b.dropped = &dropped{questions: b.questions(nil)}
	b.hooks, b.numbers, b.own, b.weights, b.prototypes, b.drafted, b.lateStarts = nil, nil, nil, nil, nil, nil, nil
	g := b.game
	g.items, g.hooks, g.textExpressions, g.Starts = nil, nil, nil, nil
	for _, t := range g.tables {
		t.Prototypes, t.Weights = nil, nil
	}
}

// dropScripts drops the functions of scripts once all are compiled, if the content is
// only checked. The few that expressions require are then loaded again.
func (c *Content) dropScripts() {
	if c.checkOnly {
		c.programs.trial = lua.NewTrialVM(c.programs.surface)
	}
}

// endBuild ends a build.
func (c *Content) endBuild(previous *Content, failed bool) {
	c.programs.endBuild(previous, failed)
	if c.checkOnly {
		c.recorded = nil
	}
}
