-- expect: script/unknown-name
-- A zone that does not exist.
return {
  do_go = function(self)
    shuffle("nowhere")
  end,
}
