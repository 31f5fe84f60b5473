-- Clone: one die takes the value of another.
return {
  use = function(_, source, target)
    copy_die(source, target)
  end,
}
