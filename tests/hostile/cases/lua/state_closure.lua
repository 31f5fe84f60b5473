-- expect: none
-- A counter that is made in a command and discarded after it.
return {
  do_go = function(self)
    local function counter()
      local n = 0
      return function()
        n = n + 1
        return n
      end
    end
    local count = counter()
    count()
    set(vars, "score", count())
  end,
}
