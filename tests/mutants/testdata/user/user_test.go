// Package user is tests in a package other than that of the code.
package user

import (
	"testing"

	"sleight/tests/mutants/testdata/sample"
)

// TestWorth notices a bound that the tests of sample miss, and much that they
// notice as well.
func TestWorth(t *testing.T) {
	if got := sample.Worth(10); got.Name != "low" {
		t.Errorf("10 is %v", got)
	}
	if got := sample.Worth(11); got.Name != "high" {
		t.Errorf("11 is %v", got)
	}
}
