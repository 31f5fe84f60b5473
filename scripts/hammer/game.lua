-- The rules of the auction. Variables, zones, phases and windows are declared in
-- content/hammer/game.yaml.

local standing = require("standing")

-- Returns the next player in turn order, counted from the first bidder.
local function nth(n)
  return (vars.first_bidder - 1 + n) % players() + 1
end

-- Opens the bids: the highest one buys; among equal bids, the first one.
local function open_bids()
  vars.buyer, vars.price = 0, 0
  for n = 0, players() - 1 do
    local player = nth(n)
    local bid = var_of(player, "bid")
    if bid > vars.price then
      vars.buyer, vars.price = player, bid
    end
    set_var_of(player, "bid", 0)
  end
  vars.first_bidder = nth(1)
  if vars.buyer > 0 then
    set_player(vars.buyer) -- the others react first
  end
end

-- Ends the game: the players of rank 1 win.
local function finish()
  local first = {}
  for player, rank in ipairs(standing.ranks()) do
    if rank == 1 then
      table.insert(first, player)
    end
  end
  if #first == 1 then
    vars.winner = first[1]
    win("Player " .. first[1] .. " has the finest collection.")
  else
    win("The victory is shared.")
  end
end

return {
  start = function()
    shuffle("warehouse", "lots")
    shuffle("deck", "cards")
    for player = 1, players() do
      set_var_of(player, "gold", game.purse)
      draw("deck", "hand@" .. player, game.hand_size)
    end
  end,

  -- The next lot comes up. One that is still on the block is unsold.
  enter_bidding = function()
    draw("block", "unsold")
    emit("lot_closed")
    if draw("warehouse", "block") == 0 then
      finish()
    end
  end,

  do_bid = function(_, amount)
    vars.bid = amount
  end,

  -- All have bid. The event opens the window `sale`; the phase starts again after it.
  resolve_bidding = function()
    open_bids()
    if vars.buyer == 0 then
      tell(0, "Nobody bids.")
    else
      tell(0, "Player " .. vars.buyer .. " bids " .. vars.price .. ".")
      emit("knocked_down", at("block", 1))
    end
  end,

  -- Nobody has called off the sale: it is final.
  closed_sale = function()
    local lot = at("block", 1)
    local fame = tagged(lot, "lot") and lot.worth or 0 -- in a test it may be something else
    set_var_of(vars.buyer, "gold", var_of(vars.buyer, "gold") - vars.price)
    set_var_of(vars.buyer, "fame", var_of(vars.buyer, "fame") + fame)
    move_to(lot, "collection@" .. vars.buyer)
    say("Sold to player " .. vars.buyer .. " for " .. vars.price .. ".")
  end,

  -- Every card that was played is discarded, whether it took effect or not.
  on_used = function(_, card)
    move_to(card, "discard")
  end,
}
