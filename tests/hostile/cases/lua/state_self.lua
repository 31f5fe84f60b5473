-- expect: script/unknown-name
-- Writing an undeclared field of self.
return {
  do_go = function(self)
    self.secret = 1
  end,
}
