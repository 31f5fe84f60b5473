package rules

import (
	"slices"

	"sleight/runtime/diag"
)

// Refusal is a reason for refusing a command.
type Refusal struct {
	// Code is stable: programs may depend on it.
	Code string
	// Format is the message in English, with {names} for the arguments.
	Format string
	// Doc says when the refusal occurs.
	Doc string
}

// ByRules is the code of a refusal whose words come from the content.
const ByRules = "by-rules"

// Refusals lists every reason for refusing a command, in the order in which
// they are checked.
func Refusals() []Refusal { return slices.Clone(refusals[:]) }

var refusals = [...]Refusal{
	{ByRules, "{reason}", "A requirement, a condition or a script of the content forbids it, in the words of the content."},
	{"not-now", "Not now.", "The same, where the content has no words for it."},
	{"choice-open", "Finish or cancel the choice first.", "Another command is being put together."},
	{"answer-first", "Answer the question first.", "A question of a script waits to be answered, with choose."},
	{"window-open", "{window}: react or pass first.", "Players may react to something, and the command is not a reaction."},
	{"no-command", "Say what to do.", "The command is empty."},
	{"no-item", "Say what to use.", "The command says to use an item, and not which."},
	{"unknown-action", "There is no action {action}.", "The game has no such action."},
	{"unknown-item", "There is no {item} to use now.", "No item of that name or label may be used now."},
	{"other-turn", "It is player {player}'s turn.", "Another player acts."},
	{"no-clock", "Nobody's time has run out.", "A timeout for a player who is not timed, or who has chosen in the meantime."},
	{"host-only", "Only the host says that time has run out.", "A seat may not give the command timeout."},
	{"no-way-out", "Nothing is possible when the time has run out.", "A timeout for a player for whom no command is legal."},
	{"game-over", "The game is over.", "The game has ended, and the action is not one for afterwards."},
	{"game-not-over", "{action} is not possible before the game is over.", "The action is for when the game has ended."},
	{"wrong-phase", "{action} is not possible in phase {phase}.", "The phase does not list the action."},
	{"switched-off", "{action} is switched off.", "A parameter of the game switches the action off."},
	{"item-wrong-phase", "{item} cannot be used in phase {phase}.", "The phase does not let items of that zone be used."},
	{"item-gone", "That is no longer in play.", "The item has left the game."},
	{"item-unusable", "{item} cannot be used.", "The item has no use."},
	{"unaffordable", "Not enough {what}.", "A cost cannot be paid."},
	{"takes-no-target", "{action} takes no targets; {word} is one too many.", "A target is named for an action without any."},
	{"takes-one-target", "{action} takes 1 target; {word} is one too many.", "Too many targets are named."},
	{"takes-targets", "{action} takes {n} targets; {word} is one too many.", "Too many targets are named."},
	{"target-count", "The number of targets is {n}, not {m}.", "A command that a program made has too many or too few targets."},
	{"target-missing", "{prompt} ({options})", "A target is not named; the options are."},
	{"target-unknown", "{word} is not one of the options.", "A target is named that is not among the options."},
	{"target-unfit", "That cannot be picked.", "The content rules the target out, without words for it."},
	{"target-none", "There is no {thing} to pick.", "A target has no options."},
	{"nothing-to-pick", "There is nothing to pick. Begin an action first.", "No command is being put together."},
	{"nothing-left-to-pick", "There is nothing left to pick: confirm or cancel.", "The command only waits to be confirmed."},
	{"nothing-to-confirm", "There is nothing to confirm.", "No command is being put together."},
	{"nothing-to-cancel", "There is nothing to cancel.", "No command is being put together."},
	{"nothing-to-undo", "There is nothing to undo.", "The game is at the beginning of its history."},
	{"nothing-to-redo", "There is nothing to redo.", "The game is at the end of its history."},
	{"not-yours", "Player {player} did that, and only they can undo or redo it.", "A player may undo and redo only their own commands."},
	{"no-such-turn", "The history does not go back that far.", "The history does not have the turn."},
	{"content-fault", "This game has an error here. Nothing has changed, and the host's log has the details.", "A script failed at a hosted table. Players are not told how, since that may say what is hidden."},
	{"debugging", "This is for debugging.", "The server does not allow Lua commands."},
}

// Refuse returns the refusal with a code. An unknown code is a programming
// error and panics.
func Refuse(code string, args ...any) *diag.Message {
	for i := range refusals {
		r := &refusals[i]
		if r.Code == code {
			return &diag.Message{Code: code, Format: r.Format, Args: args}
		}
	}
	panic("rules: unknown refusal " + code)
}

// Reason returns a refusal in the words of the content, or of the code if the
// content has none.
func Reason(text, code string, args ...any) *diag.Message {
	if text == "" {
		return Refuse(code, args...)
	}
	return Refuse(ByRules, text)
}

// Hint returns the sentence that suggests a similar name.
func Hint(near string) *diag.Message {
	return &diag.Message{Format: "Did you mean {near}?", Args: []any{diag.Literal(near)}}
}
