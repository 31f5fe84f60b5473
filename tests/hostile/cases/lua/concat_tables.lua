-- expect: script/runtime
-- Joining tables.
return {
  do_go = function(self)
    return table.concat({ {}, {} })
  end,
}
