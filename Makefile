# What contributors run; CONTRIBUTING.md says when.
.PHONY: quick test ci nightly docs goldens speed pgo rename

# Collecting garbage less often saves a quarter of the tests' processor time.
quick test: export GOGC = 400

# Check the format, vet, run staticcheck and the short unit tests, with the tools
# that CI uses. The tests are not vetted again.
quick:
	@files=$$(go run mvdan.cc/gofumpt@v0.12.0 -l .) && test -z "$$files" || { echo "gofumpt would change: $$files"; exit 1; }
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.0 ./...
	go test -short -vet=off ./cmd/... ./runtime/... ./tests/layers

# All tests.
test:
	go test ./...

# Everything that a change must pass. Installs the tools it needs on Debian.
ci:
	bash .ci/run

# Everything that takes too long for every change.
nightly:
	bash .ci/nightly

# Write the pages of docs/reference again.
docs:
	go run ./cmd/sleight docs --write docs/reference

# Write the expectations in testdata again: all, or those of the packages IN, such
# as make goldens IN=./runtime/game/... Only packages that use tests/golden have
# the flag -update.
IN = ./...
USES_GOLDEN = {{$$p := .ImportPath}}{{$$g := printf "%s/tests/golden" .Module.Path}}{{range .TestImports}}{{if eq . $$g}}{{$$p}} {{end}}{{end}}{{range .XTestImports}}{{if eq . $$g}}{{$$p}} {{end}}{{end}}
goldens:
	@go test -vet=off $$(go list -f '$(USES_GOLDEN)' $(IN) | tr ' ' '\n' | sort -u) -update

# Compare the speed with gopher-lua and PUC Lua, and with an earlier commit:
# make speed BEFORE=COMMIT
BEFORE = HEAD~1
speed:
	go test -run '^$$' -bench '^Benchmark(Forward|Scripts)$$' -benchtime 5x -cpu 1 ./tests/speed
	go run ./tests/speed/pairs -before $(BEFORE)

# Build an optimized program: play every game and build with the resulting
# profile. Later builds use the profile as long as the file exists.
pgo:
	go test -run '^$$' -bench '^Benchmark(Play|Search)$$' -benchtime 2s -cpu 1 -o /dev/null -cpuprofile $(CURDIR)/cmd/sleight/default.pgo ./runtime/sim
	go build -o sleight ./cmd/sleight

# Give the module its public address: make rename MODULE=example.com/you/sleight
rename:
	go run ./tests/rename $(MODULE)

# The studio's code editor, from npm: page/vendor/codemirror.js is checked in.
.PHONY: editor
editor:
	dir=$$(mktemp -d) && cp runtime/ui/studio/editor/* $$dir && (cd $$dir && npm install --silent && npx esbuild entry.js --bundle --alias:crelt=./crelt.js --format=esm --minify --legal-comments=none --outfile=codemirror.js) && cp $$dir/codemirror.js runtime/ui/studio/page/vendor/ && rm -r $$dir
