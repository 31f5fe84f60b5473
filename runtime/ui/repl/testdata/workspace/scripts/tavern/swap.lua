return {
  use = function(_, first, second)
    local kept = first.value
    set_die_value(first, second.value)
    set_die_value(second, kept)
  end,
}
