// Package sample is code with tests that notice some changes to it and not
// others.
package sample

// Card is what the functions return.
type Card struct {
	Name  string
	Worth int
	Cost  int
}

// Worth is noticed whatever changes, but for the bound: only a test of another
// package asks for 10.
func Worth(value int) Card {
	card := Card{Name: "low", Worth: value, Cost: 1}
	if value > 10 {
		card.Name = "high"
	}
	return card
}

// Sum returns as soon as something is wrong. Its last clause is never reached.
func Sum(values []int, limit int) (sum int) {
	for _, v := range values {
		if v < 0 && limit > 0 {
			continue
		}
		sum += v
	}
	switch {
	case sum > limit:
		return limit
	case sum == 1000:
		return 0
	default:
		return sum
	}
}

// Endless stops by a statement that no bound replaces.
func Endless() (n int) {
	for {
		n++
		if n >= 3 {
			break
		}
	}
	return n
}
