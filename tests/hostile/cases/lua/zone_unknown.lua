-- expect: script/unknown-name
-- A zone that is not there.
return {
  do_go = function(self)
    shuffle("nowhere")
  end,
}
