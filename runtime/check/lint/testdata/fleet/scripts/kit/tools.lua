local M = {}
function M.row(self)
  if self.zone == "hnad" or self.kind == "crad" then say("x") end
  if self.oars == "x" then self.oars = 3 end
  return self.name + 1
end
function M.unread() return 1 end
return M
