-- Drives `sleight lsp` by Neovim's own client, without a screen:
--   SLEIGHT=BINARY nvim --headless -u NONE -c "luafile tests/editor/nvim.lua"
-- The working folder is a workspace. It exits with 1 if a check fails.
local failed = false

local function check(what, ok, got)
  print((ok and "ok    " or "FAIL  ") .. what .. (ok and "" or ": " .. vim.inspect(got)) .. "\n")
  failed = failed or not ok
end

local file = vim.fn.getcwd() .. "/content/manipulation/consumables/lock.yaml"
vim.cmd("edit " .. file)
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = "sleight",
  cmd = { os.getenv("SLEIGHT"), "lsp" },
  root_dir = vim.fn.getcwd(),
})
vim.lsp.buf_attach_client(buffer, client)

local function ask(method, line, column)
  local params = {
    textDocument = { uri = vim.uri_from_fname(file) },
    position = { line = line, character = column },
    context = { includeDeclaration = true },
  }
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
  for _, a in pairs(answers) do
    return a.result
  end
end

-- row finds the line with a text, counted from 0, and the column behind it.
local function row(text)
  for i, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local _, last = line:find(text, 1, true)
    if last then
      return i - 1, last
    end
  end
end

check("the server starts", vim.wait(20000, function()
  local c = vim.lsp.get_client_by_id(client)
  return c and c.initialized
end))

local line, column = row("from: dice")
vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { "      from: dcie" })
check("a misspelt zone is a problem", vim.wait(20000, function()
  return #vim.diagnostic.get(buffer) > 0
end), vim.diagnostic.get(buffer))

vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { "      from: di" })
local list = ask("textDocument/completion", line, 14)
local labels = {}
for _, item in ipairs(list and list.items or {}) do
  labels[item.label] = true
end
check("zones are completed", labels.dice, labels)

vim.api.nvim_buf_set_lines(buffer, line, line + 1, false, { "      from: dice" })
check("the problem goes", vim.wait(20000, function()
  return #vim.diagnostic.get(buffer) == 0
end), vim.diagnostic.get(buffer))

local hover = ask("textDocument/hover", line, column - 1)
check("a zone is explained", hover and hover.contents.value:find("zone of manipulation", 1, true), hover)
local place = ask("textDocument/definition", line, column - 1)
check("its declaration is found", place and place[1].uri:find("game.yaml", 1, true), place)
local uses = ask("textDocument/references", line, column - 1)
check("its uses are found", uses and #uses > 50, uses and #uses)

vim.lsp.stop_client(client)
check("the server ends", vim.wait(10000, function()
  return vim.lsp.client_is_stopped(client)
end))
os.exit(failed and 1 or 0)
