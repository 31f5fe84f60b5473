package session

import "sleight/runtime/game/state"

// blocks allocates what a session gives away or its state keeps: what is pending,
// with its parts, and the targets of commands.
type blocks struct {
	pending       state.Blocks[state.Pending]
	interruptions state.Blocks[interruption]
	inquiries     state.Blocks[inquiry]
	windows       state.Blocks[*state.Window]
	questions     state.Blocks[*state.Question]
	players       state.Blocks[int]
	payments      state.Blocks[state.Payment]
	values        state.Blocks[state.Value]
}

// interruption is something pending and its innermost window, which are allocated
// together.
type interruption struct {
	pending state.Pending
	window  state.Window
}

// inquiry is something pending and a question in it.
type inquiry struct {
	pending  state.Pending
	question state.Question
}
