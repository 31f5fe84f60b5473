-- expect: script/unknown-name
-- What a hook belongs to.
return {
  do_go = function(self)
    self.secret = 1
  end,
}
