-- Clone: gives one die the value of another.
return {
  use = function(_, source, target)
    copy_die(source, target)
  end,
}
