# What contributors run; CONTRIBUTING.md says when.
.PHONY: quick ci nightly docs rename

# Format, vet, lint and the unit tests, on what is installed: under a minute.
quick:
	@test -z "$$(gofmt -l cmd runtime tests)" || { gofmt -l cmd runtime tests; exit 1; }
	go vet ./...
	go run honnef.co/go/tools/cmd/staticcheck@v0.8.0 ./...
	go test ./cmd/... ./runtime/... ./tests/layers

# Everything that a change must pass. Installs the tools it needs on Debian.
ci:
	bash .ci/run

# What is too long for every change.
nightly:
	bash .ci/nightly

# Write the pages of docs/reference again.
docs:
	go run ./cmd/sleight docs --write docs/reference

# Give the module its public address: make rename MODULE=example.com/you/sleight
rename:
	go run ./tests/rename $(MODULE)
