package host

import (
	"context"
	"time"

	"sleight/runtime/game/random"
	"sleight/runtime/game/session"
	"sleight/runtime/sim"
)

// maxThinking is the maximum time that a bot may think about one command.
const maxThinking = 5 * time.Second

// maxTries is the maximum number of commands tried for a bot.
const maxTries = 20

// botFor returns the bot that plays for a player now, if any, and when that may
// change: a stand-in waits for players who have just left.
func (t *Table) botFor(player int) (bot string, when time.Time) {
	p := t.seats[player-1]
	if p.away.IsZero() {
		return "", time.Time{} // the player is present
	}
	if p.bot != "" || t.head.StandIn == "" {
		return p.bot, time.Time{}
	}
	since := p.away.Add(time.Duration(t.head.Patience) * time.Second)
	if t.host.Now().Before(since) {
		return "", since
	}
	return t.head.StandIn, time.Time{}
}

// schedule updates the clocks, and schedules a bot's command if it is a bot's turn.
// While no client is present, no bot plays.
func (t *Table) schedule() {
	t.updateClocks()
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if t.session == nil || t.session.Over() || len(t.participants) == 0 || t.stuckVersion == t.version {
		return
	}
	bot, when := t.botFor(t.session.Player())
	wait := t.host.Limits.BotDelay
	switch {
	case bot == "" && when.IsZero():
		return
	case bot == "":
		wait = when.Sub(t.host.Now())
	}
	version := t.version
	t.timer = time.AfterFunc(wait, func() { t.letBotAct(version) })
}

// letBotAct lets a bot act, if it is still its turn in this version. It thinks
// about a copy of the game, so that nobody waits for it.
func (t *Table) letBotAct(version int) {
	t.host.thinking <- struct{}{}
	defer func() { <-t.host.thinking }()
	t.lock()
	if t.session == nil || t.version != version || len(t.participants) == 0 {
		t.unlock()
		return
	}
	player := t.session.Player()
	name, when := t.botFor(player)
	if name == "" {
		if !when.IsZero() {
			t.schedule()
		}
		t.unlock()
		return
	}
	if len(t.participantsOf(player)) == 0 && t.seats[player-1].bot == "" {
		for c := range t.participants { // the stand-in begins
			c.notify(PresenceChanged)
		}
	}
	fork, rng := t.session.Fork(nil), t.rng
	t.unlock()
	bot, err := sim.NewBot(fork.Game(), name)
	var command session.Command
	ok := err == nil
	if ok {
		ctx, cancel := context.WithTimeout(context.Background(), maxThinking)
		defer cancel()
		command, ok, _ = bot.Choose(ctx, fork, &rng)
		ok = ok && ctx.Err() == nil
		fork.Suspend()
	}
	t.playBot(version, player, name, command, ok, rng)
}

// playBot gives the command that a bot has chosen; if ok is false, it has chosen none.
// If the table has changed or the player has come back while the bot was thinking, it
// does nothing.
func (t *Table) playBot(version, player int, name string, command session.Command, ok bool, rng random.Stream) {
	t.lock()
	defer t.unlock()
	if t.session == nil || t.version != version || len(t.participants) == 0 {
		return
	}
	if now, _ := t.botFor(player); now != name {
		return
	}
	t.rng = rng
	// If the bot has no command, or its command fails, it tries others at
	// random.
	for tries := 0; tries < maxTries; tries++ {
		if ok {
			command.Player = player
			if r := t.session.Do(command); r.OK() {
				ok = t.record(r, player, 0) == nil
				break
			}
		}
		command, ok, _ = t.session.SampleAs(player, &t.rng)
	}
	if !ok {
		t.stuckVersion = version
		t.host.Log.Warn("a bot has no command", "table", t.id, "bot", name, "player", player)
	}
}

// SetSeatBot lets a bot play a seat whenever its player is absent, or no bot if
// the name is empty.
func (h *Host) SetSeatBot(id string, player int, bot string) error {
	t, err := h.find(id)
	if err != nil {
		return fail(Invalid, "there is no table %q", id)
	}
	t.lock()
	defer t.unlock()
	if err := t.wake(); err != nil {
		return err
	}
	if player < 1 || player > len(t.seats) {
		return fail(Invalid, "there is no seat %d: the table has seats 1 to %d", player, len(t.seats))
	}
	if err := botExists(t.session.Game(), bot); err != nil {
		return err
	}
	if _, err := t.file.add(&record{SeatBot: &seatBot{player, bot}}); err != nil {
		return writingFailed(err)
	}
	t.seats[player-1].bot = bot
	t.version++
	clear(t.shown)
	t.notifyAll()
	t.presenceChanged()
	return nil
}
