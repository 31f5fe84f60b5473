package sample

import "testing"

func TestWorth(t *testing.T) {
	if got := Worth(3); got != (Card{Name: "low", Worth: 3, Cost: 1}) {
		t.Errorf("3 is %v", got)
	}
	if got := Worth(11); got.Name != "high" {
		t.Errorf("11 is %v", got)
	}
}

func TestSum(t *testing.T) {
	if got := Sum([]int{2, -1, 3}, 9); got != 5 {
		t.Errorf("the sum is %d", got)
	}
	if got := Sum([]int{5, 5}, 9); got != 9 {
		t.Errorf("the sum is %d", got)
	}
}

func TestEndless(t *testing.T) {
	if got := Endless(); got != 3 {
		t.Errorf("it stops at %d", got)
	}
}
