-- Functions that many cards share. To use them in a script: local fight = require("fight").
local fight = {}

-- Removes hit points regardless of block.
function fight.lose_hp(target, amount)
  if not in_play(target) then
    return
  end
  local loss = modify("loss", amount, target)
  damage(target, loss)
  emit("hurt", target, loss)
  if target.hp == 0 then
    emit("dying", target)
  end
  if target.hp == 0 then
    emit("died", target)
  end
end

-- Deals damage, which block absorbs first.
function fight.hit(target, amount, source)
  if not in_play(target) then
    return
  end
  local dealt = math.max(0, modify("damage", amount, target, source))
  local blocked = math.min(target.block, dealt)
  change(target, "block", -blocked)
  if dealt > blocked then
    fight.lose_hp(target, dealt - blocked)
  end
  emit("hit", target, source)
end

-- Returns the target's status with this id, or nil.
function fight.status(target, id)
  for _, status in each("statuses") do
    if status.id == id and status.on == target then
      return status
    end
  end
end

-- Gives the target a status, or more stacks of it.
function fight.apply(target, id, stacks)
  local status = fight.status(target, id)
  if status then
    change(status, "stacks", stacks)
  else
    status = add(id, "statuses")
    status.on, status.stacks = target, stacks
  end
end

-- Removes one stack; a status whose last stack is gone is removed.
function fight.remove_stack(status)
  if in_play(status) and change(status, "stacks", -math.min(1, status.stacks)) == 0 then
    remove(status)
  end
end

function fight.discard(card)
  move_to(card, "discards")
  emit("discarded", card)
end

-- Draws cards; when the deck is empty, the discard pile is shuffled into it.
function fight.draw(n)
  for _ = 1, n do
    if count("deck") == 0 then
      for _, card in each("discards") do
        move_to(card, "deck")
      end
      shuffle("deck")
    end
    draw("deck", "hand")
  end
end

return fight
