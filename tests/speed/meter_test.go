package speed

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestMeteringCostsLittle compares scripts with the same scripts in a build
// whose compiler charges no fuel. Metering may cost 5 % in nightly runs; in CI,
// where processors are shared, the bound is wider.
func TestMeteringCostsLittle(t *testing.T) {
	rounds, bound := 5, 1.25
	if os.Getenv("SLEIGHT_NIGHTLY") != "" {
		rounds, bound = 25, 1.05
	}
	dir := t.TempDir()
	var programs [2]string
	for i, tags := range []string{"", "unmetered"} {
		programs[i] = filepath.Join(dir, "meter"+tags)
		if out, err := exec.Command("go", "build", "-tags", tags, "-o", programs[i], "./testdata/meter").CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	var took [2][]float64
	for range rounds {
		for i, p := range programs {
			out, err := exec.Command(p).Output()
			if err != nil {
				t.Fatal(err)
			}
			n, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
			if err != nil {
				t.Fatal(err)
			}
			took[i] = append(took[i], n)
		}
	}
	metered, free := slices.Min(took[0]), slices.Min(took[1])
	t.Logf("metered %.2f ms, unmetered %.2f ms: %.3f ×", metered/1e6, free/1e6, metered/free)
	if metered > bound*free {
		t.Errorf("metering makes scripts take %.3f × as long, more than %.2f ×", metered/free, bound)
	}
}
