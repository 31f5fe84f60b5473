# The functions behind the steps of .ci/run and .ci/nightly, which source this
# file. Needs Go, Node with npm, and on Debian the right to install packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly STATICCHECK=honnef.co/go/tools/cmd/staticcheck@v0.8.0
readonly GOFUMPT=mvdan.cc/gofumpt@v0.12.0
readonly STYLUA=@johnnymorganz/stylua@2.5.2
readonly YAML_SERVER=yaml-language-server@2.0.0
readonly LSP_CLIENT=vscode-languageserver-protocol@3.18.1
readonly PUPPETEER=puppeteer-core@24.43.1
readonly AXE=axe-core@4.14.1

tools=$(mktemp -d)
current=Preparing
before=$(git status --porcelain)
beside=() # what begin has started, as FUNCTION:PROCESS

finish() {
  local status=$?
  # shellcheck disable=SC2046 # one argument for each job
  kill $(jobs -p) 2>/dev/null || true
  rm -rf "$tools"
  if ((status != 0)); then
    printf '=== FAILED after %d s: %s\n' "$SECONDS" "$current" >&2
  fi
}
trap finish EXIT

# step TITLE CATCHES COMMAND... runs a command under a heading and records how
# long it took and what it catches. The command is not part of a condition, so
# its first failure ends the run.
step() {
  local start=$SECONDS catches=$2 used
  current=$1
  shift 2
  printf '\n=== %s\n' "$current"
  spend
  used=$spent
  "$@"
  record "$current" "$catches" $((SECONDS - start)) "$used"
}

# spend sets spent to the processor time of all commands that have ended, in
# seconds. Other programs on the machine affect it less than the time of a step.
spend() {
  local file=$tools/times.$BASHPID # other steps may run beside this one
  times >"$file"                   # not in a subshell, which has no commands of its own
  spent=$(awk 'NR == 2 { for (i = 1; i <= 2; i++) { split($i, part, "m"); sum += 60 * part[1] + part[2] } print int(sum) }' "$file")
}

# record TITLE CATCHES SECONDS USED adds a line to the summary. USED is what spent
# was before the step.
record() {
  spend
  printf '%5d %9d  %-24s %s\n' "$3" $((spent - $4)) "$1" "$2" >>"$tools/costs"
  printf -- '--- %s: %d s, %d s of the processor\n' "$1" "$3" $((spent - $4))
}

# begin FUNCTION [NICENESS] runs a function with steps of its own beside the
# following steps, until await. What needs the processor gets a lower priority
# than what is timed.
begin() {
  printf '\n=== Beside the following steps: %s\n' "$1"
  (
    trap - EXIT
    renice -n "${2-0}" "$BASHPID" >/dev/null
    "$1"
  ) >"$tools/$1.out" 2>&1 &
  beside+=("$1:$!")
}

# await waits for all that begin has started, and prints their output.
await() {
  local job status
  for job in "${beside[@]}"; do
    status=0
    wait "${job#*:}" || status=$?
    cat "$tools/${job%:*}.out"
    current=$(sed -n 's/^=== //p' "$tools/${job%:*}.out" | tail -n 1)
    ((status == 0)) || return "$status"
  done
  beside=()
}

# summary prints what each step cost and catches.
summary() {
  printf '\nseconds, of the processor, step, what it catches\n%s\n\nAll steps passed in %d s.\n' "$(<"$tools/costs")" "$SECONDS"
}

# must_exist PATH... fails if a path that a step checks is missing.
must_exist() {
  local path
  for path in "$@"; do
    if [[ ! -e $path ]]; then
      printf 'missing: %s\n' "$path" >&2
      return 1
    fi
  done
}

# silent COMMAND... fails when the command prints anything.
silent() {
  local out
  out=$("$@")
  if [[ -n $out ]]; then
    printf '%s\n' "$out"
    return 1
  fi
}

# debian COMMAND=PACKAGES... installs the packages of all commands that are not
# there, at once, since each call of apt takes seconds.
debian() {
  local pair packages=()
  for pair in "$@"; do
    if ! command -v "${pair%%=*}" >/dev/null; then
      # shellcheck disable=SC2206 # one element for each package
      packages+=(${pair#*=})
    fi
  done
  ((${#packages[@]} > 0)) || return 0
  apt-get update -q
  DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${packages[@]}"
}

# Installs what is compiled already. lua5.1 is the reference implementation for
# scripts.
install_packages() {
  debian luacheck=lua-check lua5.1=lua5.1 python3=python3 chromium="chromium fonts-dejavu-core" minisign=minisign \
    nvim=neovim qemu-aarch64-static=qemu-user-static docker-registry=docker-registry
  npm install --silent --no-audit --no-fund --prefix "$tools" "$STYLUA" "$YAML_SERVER" "$LSP_CLIENT" "$PUPPETEER" "$AXE"
}

# The race detector needs gcc. Without it, Go would also compile a part of its
# library in another way, so it is installed before anything is compiled.
install_compiler() {
  debian gcc="gcc libc6-dev"
}

install_tools() {
  GOBIN=$tools go install "$STATICCHECK"
  GOBIN=$tools go install "$GOFUMPT"
}

build_program() {
  go build -o "$tools/sleight" ./cmd/sleight
}

check_gofumpt() {
  must_exist cmd runtime tests
  silent "$tools/gofumpt" -l .
}

check_stylua() {
  must_exist scripts .stylua.toml
  node .ci/stylua.cjs "$tools" check scripts
}

check_luacheck() {
  must_exist scripts .luacheckrc
  luacheck --no-color --quiet scripts
  luacheck --no-color --quiet docs/reference/sleight.lua --only 0 # it must be valid Lua
}

# Checks what authors see while they type, with the YAML server that editors
# use.
check_editors() {
  node .ci/editors.cjs "$tools"
}

# Does the same with our language server, through VS Code's client library and
# in Neovim.
check_language_server() {
  local here=$PWD
  node tests/editor/lsp.cjs "$tools" "$tools/sleight"
  mkdir -p "$tools/workspace"
  cp -r content scripts "$tools/workspace"
  rm -f "$tools"/workspace/*/*.go
  (cd "$tools/workspace" && SLEIGHT=$tools/sleight timeout 120 nvim --headless -u NONE -c "luafile $here/tests/editor/nvim.lua")
  check_extension
}

# Measures the language server's response times.
time_language_server() {
  node tests/editor/speed.cjs "$tools" "$tools/sleight"
}

# Builds the VS Code extension and checks that the package is complete.
check_extension() {
  cp -r runtime/author/editor/vscode "$tools/vscode"
  (cd "$tools/vscode" && npm install --silent --no-audit --no-fund && npm run --silent package)
  python3 -m zipfile -e "$tools/vscode/sleight.vsix" "$tools/vsix"
  node tests/editor/vsix.cjs "$tools/vsix"
}

check_docs() {
  must_exist docs/reference
  "$tools/sleight" docs --write docs/reference
  git diff --exit-code -- docs
  silent git status --porcelain -- docs
}

# Tests that take long under the race detector, which finds nothing new in them. They
# run in a single goroutine, except while content is loaded, as for many other
# tests; or they play the same games as another test (TestMerg…); or they measure
# memory, which it changes. Execution traces show which goroutines a test starts.
readonly SINGLE=(
  FuzzCompile
  FuzzLines
  FuzzMalice
  FuzzRequests
  TestABudgetBoundsTimeAndMemory
  TestADamagedWorkspaceIsReported
  TestAFailingDiskLosesNothing
  TestAGameCanBePlayedAgain
  TestAGameEndsBeforeItsSaveIsTooLong
  TestAbandonedSessionsDoNotBlockNewOnes
  TestBotsDoNotSeeHiddenValues
  TestBotsOfEveryGameSeeWhatTheirSeatSees
  TestCallsLeaveNoState
  TestChunks
  TestEvaluatingChangesNothing
  TestEveryCommandOfABareREPL
  TestEveryUseOfEveryValue
  TestFieldAccessInEveryForm
  TestGermanGamesShowOnlyGerman
  TestHabitsOfOtherLanguagesAreExplained
  TestHiddenValuesAreNotSent
  TestLocalesTranslateTheWholeBoard
  TestLoggedCommandsCanBeTyped
  TestMergedShardsEqualOneRun
  TestMergingLosesNothing
  TestMethodsDocumentTheirBounds
  TestNamesInBrokenContent
  TestNothingIsWiderThanTheTerminal
  TestOperatorsWithEveryFormOfOperand
  TestOutputContainsOnlyBalancedColours
  TestPUCLuaCompilesWhatWeCompile
  TestProgramsAreDeterministic
  TestProgramsBehaveAsOnPUCLua
  TestRandomPlayReachesEveryCommand
  TestRunawayScriptsAreStopped
  TestScriptsOfTwoWords
  TestScriptsShareABudgetForLoading
  TestSessions
  TestSessionsAreBounded
  TestStepsToALeakCanBeTyped
  TestTheGrammarIsThatOfPUCLua
)

# What starts a goroutine in Go code.
readonly STARTS='\bgo func|^\s*go [a-z]|\.Go\(|AfterFunc\(|parallel\.Each\('

# The tests of sessions that start goroutines; sessions themselves start none.
readonly SHARING=(ExampleNew TestSessionsThatShareContentPlayAsIfAlone)

# Runs the race detector over the packages that start goroutines, in their code or
# in their tests: it finds nothing in others. What these only lock is tested in the
# packages that use it from several goroutines. The nightly run covers all packages,
# and every test.
race_shared() {
  local name packages
  packages=$(grep -rlE "$STARTS" runtime --include='*.go' | xargs -n 1 dirname | sort -u | grep -vx runtime/game/session | sed 's#^#./#')
  for name in "${SINGLE[@]}" "${SHARING[@]}"; do
    # shellcheck disable=SC2086 # one argument for each package
    if ! grep -rq "^func $name(" $packages runtime/game/session --include='*_test.go'; then
      printf 'there is no %s, which the lists for the race detector name\n' "$name" >&2
      return 1
    fi
  done
  # shellcheck disable=SC2086 # one argument for each package
  GOGC=400 go test -race -short -vet=off -skip "^($(IFS='|' && printf '%s' "${SINGLE[*]}"))\$" -timeout 5m $packages
  GOGC=400 go test -race -short -vet=off -run "^($(IFS='|' && printf '%s' "${SHARING[*]}"))\$" -timeout 5m ./runtime/game/session
}

# Runs every benchmark briefly; the figures are rough. Packages without one are
# left out, since linking their tests takes longer than running the benchmarks.
run_benchmarks() {
  local out=$tools/benchmarks packages
  packages=$(grep -rl '^func Benchmark' runtime --include='*_test.go' | xargs -n 1 dirname | sort -u | sed 's#^#./#')
  # shellcheck disable=SC2086 # one argument for each package
  go test -vet=off -run '^$' -bench . -benchtime 50ms -benchmem $packages | tee "$out"
  grep -q '^Benchmark' "$out"
}

# Prints the tables that docs/performance.md explains: ratios of runs that
# alternate.
compare_with_lua() {
  go test -vet=off -run '^$' -bench '^BenchmarkWatched$' -benchtime 20x ./tests/speed
  go test -vet=off -run '^$' -bench '^BenchmarkForward$' -benchtime 5x -cpu 1 ./tests/speed
  go test -vet=off -run '^$' -bench '^BenchmarkScripts$' -benchtime 3x -cpu 1 ./tests/speed
}

# attempts N COMMAND... runs a command until it succeeds, at most N times. It
# is for timed steps, because the machine may be busy.
attempts() {
  local left=$1
  shift
  until "$@"; do
    ((--left > 0)) || return 1
  done
}

# milliseconds COMMAND... prints how long a command takes, without its output.
milliseconds() {
  local start
  start=$(date +%s%N)
  "$@" </dev/null >/dev/null || return 1
  printf '%d\n' $((($(date +%s%N) - start) / 1000000))
}

# Times the REPL on embedded content, from start to exit. It may take 150 ms
# where Node starts in 50 ms, and in proportion more on a slower machine.
start_repl() {
  local took
  took=$(cd "$tools" && milliseconds ./sleight repl) || return 1
  printf 'started in %d of %d ms\n' "$took" "$bound"
  ((took < bound))
}

check_cold_start() {
  local bound node=1000 took
  for _ in {1..20}; do
    took=$(milliseconds node -e 0)
    ((took >= node)) || node=$took
  done
  bound=$((150 * (node > 50 ? node : 50) / 50))
  attempts 40 start_repl
}

# A Python program plays a game to its end through the protocol.
play_from_python() {
  SLEIGHT=$tools/sleight python3 docs/examples/client.py manipulation 7 | tee "$tools/played"
  grep -Eq '^After [0-9]+ commands: (won|lost)' "$tools/played"
}

# A Godot 3 program plays a game to its end over HTTP, without a window. If the
# system has no package of Godot 3, the step says so and is skipped.
play_from_godot() {
  local address pid root=$PWD
  if ! debian godot3-server=godot3-server; then
    printf 'godot3-server is not to be had here: its client was not run\n'
    return
  fi
  coproc serve { exec "$tools/sleight" serve --http 127.0.0.1:0 --token sesame; }
  pid=$serve_PID
  read -r address <&"${serve[0]}" # Serving http://HOST:PORT/rpc?token=sesame
  address=${address#Serving }
  # It writes logs into the working folder.
  (cd "$tools" && HOME=$tools LANG=en_US.UTF-8 timeout 120 godot3-server -s "$root/tests/godot/play.gd" \
    "${address%/rpc*}" sesame "$root/docs/examples/client_godot3.gd") | tee "$tools/played" || true
  kill "$pid"
  grep -Eq '^After [0-9]+ commands: (won|lost)' "$tools/played"
}

# Fuzzes every reader of untrusted bytes. Go keeps failing inputs in
# testdata/fuzz.
fuzz_readers() {
  fuzz_at_once content/load/FuzzYAML content/schema/FuzzSchema lua/FuzzCompile lua/FuzzTree ui/repl/FuzzLines packs/registry/FuzzArtifact
  fuzz_at_once content/yaml/FuzzQuick content/load/FuzzManifest content/archive/FuzzArchive game/session/FuzzLoad packs/trust/FuzzSignature game/replay/FuzzReplay packs/install/FuzzLock
  fuzz_at_once server/protocol/FuzzRequests server/protocol/FuzzMalice diag/strictjson/FuzzUnmarshal content/picture/FuzzCheck content/picture/FuzzQuick
}

# fuzz_at_once PACKAGE/TARGET... fuzzes all targets at the same time. Go
# reports a failure when time runs out while it minimises an input ("context
# deadline exceeded"); here, only a failing input counts.
fuzz_at_once() {
  local target job jobs=() failed=0
  for target in "$@"; do
    go test -run '^$' -fuzz "^${target##*/}\$" -fuzztime "${FUZZTIME:-60s}" -fuzzminimizetime 10x -parallel 1 "./runtime/${target%/*}" >"$tools/${target##*/}" 2>&1 &
    jobs+=($!)
  done
  for target in "$@"; do
    job=${jobs[0]}
    jobs=("${jobs[@]:1}")
    if ! wait "$job" && ! only_out_of_time "$tools/${target##*/}"; then
      failed=1
      cat "$tools/${target##*/}"
    fi
    printf '%s: ' "${target##*/}"
    grep 'execs:' "$tools/${target##*/}" | tail -n 1 || printf 'no input tried\n'
  done
  return "$failed"
}

# only_out_of_time FILE reports whether a fuzz target failed only because its
# time ran out.
only_out_of_time() {
  grep -q '^    context deadline exceeded$' "$1" && ! grep -q 'Failing input\|panic\|fatal error\|_test.go:' "$1"
}

# Compares every game and report, bit for bit, on other processors: amd64
# without optional instructions, arm64 and WebAssembly. tests/floats has compiled
# the packages of games for arm64 with the flag -d=fmahash=y, which reports what is
# fused and changes nothing; without the flag, they would be compiled again.
compare_processors() {
  local games=(go test -vet=off -count 1 -run Identical ./tests/durability) numbers=(go test -vet=off -count 1 -run Bits ./runtime/lua/number)
  local plain="env GODEBUG=cpu.all=off" wasm_exec
  wasm_exec=$(go env GOROOT)/lib/wasm/go_js_wasm_exec
  "${games[@]}" -args -shipped "$tools/hashes" -update
  "${games[@]}" -exec "$plain" -args -shipped "$tools/hashes"
  GOARCH=arm64 CGO_ENABLED=0 "${games[@]}" -gcflags=./...=-d=fmahash=y -exec qemu-aarch64-static -args -shipped "$tools/hashes"
  "${numbers[@]}" -exec "$plain"
  GOARCH=arm64 CGO_ENABLED=0 "${numbers[@]}" -exec qemu-aarch64-static
  GOOS=js GOARCH=wasm "${numbers[@]}" -exec "$wasm_exec"
  GOOS=js GOARCH=wasm go test -vet=off -count 1 -run FractionsAreIdentical -exec "$wasm_exec" ./tests/durability
}

# Pushes packs to a third-party registry and pulls them back.
talk_to_registry() {
  go test -vet=off -count 1 -run 'CommandLine/pack_registry' ./tests/cli -args -registry docker-registry
}

# Uses the studio as a person would, in a real browser.
check_studio() {
  node tests/browser/studio.cjs "$tools" "$tools/sleight"
}

# Plays a hosted table with four browsers, and crashes the host.
play_at_a_table() {
  node tests/browser/host.cjs "$tools" "$tools/sleight"
}

# Compares how each game looks at three widths, in light and dark.
check_looks() {
  node tests/browser/looks.cjs "$tools" "$tools/sleight"
}

# Measures the studio's response times, as percentiles.
time_studio() {
  node tests/browser/speed.cjs "$tools" "$tools/sleight"
}

# Fails if the steps have changed the working tree.
check_clean() {
  diff <(printf '%s\n' "$before") <(printf '%s\n' "$(git status --porcelain)")
}
