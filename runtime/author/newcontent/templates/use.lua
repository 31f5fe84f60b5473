-- <<.Name>>: the effect of using it.
--
-- `use` gets the item itself, then what was picked for each of its targets. Targets, cost and
-- requirements are declared under use: in the YAML. A number to tune goes under params: there, and is
-- read here as self.NAME.
return {
  use = function(self)
    say("You used " .. self.name .. ".")
  end,
}
