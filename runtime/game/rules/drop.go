package rules

// dropped is what later checks look up in the parts of a game that dropPlay drops.
type dropped struct {
	hooks, questions []string // see hookNames and questions
}

// dropPlay drops the parts of a checked game that only play or another build needs:
// they take several times the memory of what later checks read.
func (b *builder) dropPlay() {
	b.dropped = &dropped{hooks: b.hookNames(), questions: b.questions(nil)}
	b.hooks, b.numbers, b.own, b.weights, b.prototypes, b.drafted, b.later = nil, nil, nil, nil, nil, nil, nil
	g := b.game
	g.items, g.hooks, g.live, g.Starts = nil, nil, nil, nil
	for _, t := range g.tables {
		t.Prototypes, t.Weights = nil, nil
	}
}
