-- Drives `sleight dap` by nvim-dap, without a screen:
--   SLEIGHT=BINARY NVIM_DAP=FOLDER nvim --headless -u NONE -c "luafile tests/editor/dap.lua"
-- NVIM_DAP holds nvim-dap (0.6.0 for Neovim 0.7). The working folder is a
-- workspace. It exits with 1 if a check fails.
vim.opt.runtimepath:append(os.getenv("NVIM_DAP"))
local dap = require("dap")
local failed = false

local function check(what, ok, got)
  print((ok and "ok    " or "FAIL  ") .. what .. (ok and "" or ": " .. vim.inspect(got)) .. "\n")
  failed = failed or not ok
end

local stops, written = {}, {}
dap.listeners.before.event_stopped.test = function(session, body)
  session.current_frame = nil -- until nvim-dap has asked for it
  table.insert(stops, body.reason)
end
dap.listeners.after.event_output.test = function(_, body)
  table.insert(written, body.output)
end

-- ask sends a request and waits for its answer.
local function ask(command, arguments)
  local result, problem
  dap.session():request(command, arguments, function(err, body)
    result, problem = body or {}, err
  end)
  vim.wait(20000, function()
    return result ~= nil or problem ~= nil
  end)
  return result, problem
end

-- stopped waits until the game has stopped once more, and returns where.
local function stopped(does)
  local before = #stops
  does()
  vim.wait(20000, function()
    local s = dap.session()
    return #stops > before and s and s.current_frame ~= nil
  end)
  local s = dap.session()
  return s and s.current_frame or {}, stops[#stops]
end

local function at(frame)
  return frame.source and vim.fn.fnamemodify(frame.source.path or frame.source.name, ":t") .. ":" .. frame.line
end

-- The configuration of docs/debugging.md.
dap.adapters.sleight = { type = "executable", command = os.getenv("SLEIGHT"), args = { "dap" } }
local launch = {
  type = "sleight",
  request = "launch",
  name = "Play",
  workspace = vim.fn.getcwd(),
  game = "manipulation",
  seed = 1,
  commands = { 'lua give("flip")', "use flip d1", "reroll" },
}

vim.cmd("edit scripts/manipulation/consumables/flip.lua")
vim.api.nvim_win_set_cursor(0, { 4, 0 })
dap.set_breakpoint("die.value >= 4")

local frame, reason = stopped(function()
  dap.run(launch)
end)
check("a breakpoint with a condition stops the game", at(frame) == "flip.lua:4" and reason == "breakpoint", { at(frame), reason, written })

local scopes = ask("scopes", { frameId = frame.id })
local values = {}
for _, scope in ipairs(scopes.scopes or {}) do
  for _, v in ipairs((ask("variables", { variablesReference = scope.variablesReference }) or {}).variables or {}) do
    values[v.name] = v
  end
end
check("locals are shown", values.die and values.die.value:find("d1", 1, true), vim.tbl_keys(values))
check("a value unfolds", values.die and values.die.variablesReference > 0 and #ask("variables", { variablesReference = values.die.variablesReference }).variables > 2)
check("an expression is evaluated", ask("evaluate", { expression = "10 - die.value", frameId = frame.id, context = "watch" }).result == "4")

local over = stopped(dap.step_over)
check("a step leads into the next command", at(over) and at(over) ~= "flip.lua:4", at(over))
local back = stopped(dap.step_back)
check("a step back leads into the command before", at(back) == "flip.lua:4", at(back))
stopped(dap.step_over)
check("reverse continue leads to the last breakpoint", at(stopped(dap.reverse_continue)) == "flip.lua:4")

dap.terminate()
check("the session ends", vim.wait(20000, function()
  return dap.session() == nil
end))

-- A content test, with breakpoints in Lua inside YAML: one stops at the second
-- hit, one writes.
dap.clear_breakpoints()
vim.cmd("edit content/manipulation/relics/sour_grapes.yaml")
local change = vim.fn.search("change(vars")
dap.set_breakpoint(nil, "2", nil)
vim.api.nvim_win_set_cursor(0, { change - 1, 0 })
dap.set_breakpoint(nil, nil, "scored {hand.id} at {vars.hp}")
frame = stopped(function()
  dap.run({ type = "sleight", request = "launch", name = "Test", workspace = vim.fn.getcwd(), test = "relic/sour_grapes" })
end)
check("the second hit of a line in YAML stops a test", at(frame) == "sour_grapes.yaml:" .. change, { at(frame), stops, written, dap.session() and dap.session().stopped_thread_id })
check("a log point writes", vim.tbl_contains(written, "scored high_die at 30\n"), written)
scopes = ask("scopes", { frameId = frame.id })
local set
for _, scope in ipairs(scopes.scopes) do
  if scope.name == "Variables of the game" then
    set = ask("setVariable", { variablesReference = scope.variablesReference, name = "hp", value = "40" })
  end
end
check("a value is changed", set and set.value == "40", set)
dap.continue()
check("the session ends with the test, which the change fails", vim.wait(20000, function()
  return dap.session() == nil
end) and vim.tbl_contains(written, "FAIL relic/sour_grapes: never above full health\n"), written)
os.exit(failed and 1 or 0)
