package repl

import (
	"context"
	"fmt"
	"strconv"

	"sleight/runtime/game/random"
	"sleight/runtime/sim"
)

// maxBotCommands is the largest number of commands that a bot is given at a
// time.
const maxBotCommands = 10_000

// bot lets a bot play from here: bot NAME [N]. Its choice depends only on the
// situation.
func (r *REPL) bot(args string) {
	name, rest := cutWord(args)
	if name == "" {
		r.flow("Say which: ", ", ", sim.Bots(r.session.Game()))
		return
	}
	n := 1
	if rest != "" {
		var err error
		if n, err = strconv.Atoi(rest); err != nil || n < 1 || n > maxBotCommands {
			r.refuse("Say how many commands it plays, from 1 to %d, as in bot %s 20.", maxBotCommands, name)
			return
		}
	}
	bot, err := sim.NewBot(r.session.Game(), name)
	if err != nil {
		r.refuse("%v", err)
		return
	}
	r.session.Cancel()
	for range n {
		if r.session.Over() || !r.botPlays(bot) {
			return
		}
	}
}

// botPlays lets a bot give one command, and reports whether it can continue.
func (r *REPL) botPlays(bot sim.Bot) bool {
	luck := random.New(r.session.State().Seed, fmt.Sprintf("bot %d", r.session.Turn()))
	c, ok, problem := bot.Choose(context.Background(), r.session, &luck)
	switch {
	case problem != nil:
		r.problem(*problem)
		return false
	case !ok:
		r.refuse("No command is legal, and the game is not over.")
		return false
	}
	r.print("%s%s\n", r.dim(r.Prompt()), r.bold(r.session.Format(c)))
	r.recordStart()
	r.confirmed = true
	result := r.session.Do(c)
	r.showResult(result)
	return result.OK()
}

// botWords lists the bots of the game.
func (r *REPL) botWords(before []string) (all []Candidate) {
	if len(before) > 0 {
		return nil
	}
	for _, name := range sim.Bots(r.session.Game()) {
		all = append(all, Candidate{Word: name})
	}
	return all
}
