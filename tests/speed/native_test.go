package speed

import "math/rand/v2"

// native is Forward with its reference player, written in plain Go: the fast end of
// the comparison.
type native struct {
	luck                        *rand.Rand
	hp, lux, taken, healed      int
	commands, resolved          int
	prism, branch, snared, lost bool
}

type nativeCard uint8

const (
	caesura nativeCard = iota
	beast
	greatBeast
	hollow
	terror
	pit
	snare
	blessing
	gnarledBranch
	emptyPrism
	boot
)

var location = [19]nativeCard{
	beast, beast, beast, greatBeast, greatBeast, hollow, terror, pit, pit, pit, snare, blessing,
	caesura, caesura, caesura, gnarledBranch, emptyPrism, boot, boot,
}

// The damage of each result of a die, and the results that guard.
var (
	deals  = [7]int{0, 0, 0, 1, 1, 2, 1}
	guards = [7]bool{2: true, 6: true}
)

func (g *native) die() int { return g.luck.IntN(6) + 1 }

func (g *native) play() {
	*g = native{luck: g.luck, hp: 20}
	deck := location
	g.luck.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	lineup, drawn := [3]nativeCard(deck[:3]), 3
	for {
		g.tend()
		g.commands++
		place := g.luck.IntN(3)
		g.meet(lineup[place])
		if g.lost {
			return
		}
		g.resolved++
		if drawn == len(deck) {
			return
		}
		lineup[place] = deck[drawn]
		drawn++
	}
}

func (g *native) meet(c nativeCard) {
	switch c {
	case beast:
		g.fight(3)
	case greatBeast:
		g.fight(5)
	case hollow:
		g.fight(7)
	case pit:
		g.fall()
	case terror:
		g.commands++
		if g.free() {
			g.lux--
		} else {
			g.hurt(5)
		}
	case snare:
		g.snared = true
	case blessing:
		g.heal(10)
		g.snared = false
	case caesura:
		g.lux = min(3, g.lux+1)
	case gnarledBranch:
		g.branch = true
	case emptyPrism:
		g.prism = true
	case boot:
	}
}

func (g *native) free() bool { return g.lux > 0 && g.prism && !g.snared }

func (g *native) hurt(n int) {
	g.taken += n
	g.hp = max(0, g.hp-n)
	g.lost = g.hp == 0
}

func (g *native) heal(n int) {
	before := g.hp
	g.hp = min(20, g.hp+n)
	g.healed += g.hp - before
}

func (g *native) tend() {
	for g.hp <= 13 && g.free() {
		g.lux--
		g.heal(5)
		g.commands++
	}
}

func (g *native) exchange(mine, theirs int) (dealt, taken int) {
	if !guards[theirs] {
		dealt = deals[mine]
		if mine == 1 && g.branch {
			dealt = 1
		}
	}
	if !guards[mine] {
		taken = deals[theirs]
	}
	return dealt, taken
}

func (g *native) fight(hp int) {
	for hp > 0 && !g.lost {
		dice := [3]int{g.die(), g.die(), g.die()}
		theirs := g.die()
		g.tend()
		most, least := -1, 0
		for _, d := range dice {
			if dealt, taken := g.exchange(d, theirs); dealt > most || dealt == most && taken < least {
				most, least = dealt, taken
			}
		}
		g.commands++
		hp -= most
		if least > 0 {
			g.hurt(least)
		}
	}
}

func (g *native) fall() {
	for good, bad := 0, 0; good < 3 && bad < 3 && !g.lost; {
		g.tend()
		g.commands++
		ok := g.die() >= 3
		for !ok && g.free() {
			g.lux--
			g.commands++
			ok = g.die() >= 3
		}
		if ok {
			good++
		} else {
			bad++
			g.hurt(2)
		}
	}
}
