-- <<.Name>>: what using it does.
--
-- `use` gets the item itself, then what was picked for each of its targets. Targets, cost and
-- requirements stand under use: in the YAML. A number to tune goes under params: there, and is
-- read here as self.NAME.
return {
  use = function(self)
    say("You used " .. self.name .. ".")
  end,
}
