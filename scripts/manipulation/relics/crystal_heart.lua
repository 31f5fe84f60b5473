-- Crystal Heart: when it is gained, a crystal die replaces the first die.
return {
  on_gained = function(self, item)
    if item == self then
      remove_die(at("dice", 1))
      add_die("crystal", "dice")
    end
  end,
}
