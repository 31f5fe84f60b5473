-- Banking, trophies, and the end.

-- Lists what 1, 2, 3… different numbers pay; the last amount also applies to more numbers.
local function bank_points()
  return {
    game.bank_1,
    game.bank_2,
    game.bank_3,
    game.bank_4,
    game.bank_5,
    game.bank_6,
    game.bank_7,
  }
end

-- Returns what banking would pay now: nothing without a number, whatever the bonus.
local function payout()
  local size = count("run_uniques")
  if size == 0 then
    return 0
  end
  local pays = bank_points()
  local points = pays[math.min(size, #pays)]
  if size >= game.numbers then
    points = points + game.full_set_bonus
  end
  return modify("bank_payout", points + vars.bonus_bank)
end

local function bank()
  local points = payout()
  change(vars, "total_score", points)
  vars.best_total_score = math.max(vars.best_total_score, vars.total_score)
  vars.bonus_bank = 0
  say("Banked " .. points)
  emit("banked", points)
end

-- Returns the trophy for the total.
local function trophy()
  if vars.total_score >= game.gold then
    return "Gold"
  elseif vars.total_score >= game.silver then
    return "Silver"
  elseif vars.total_score >= game.bronze then
    return "Bronze"
  end
  return "None"
end

local function game_over()
  local summary = "Total "
    .. vars.total_score
    .. ", trophy "
    .. trophy()
    .. ", best "
    .. vars.best_total_score
    .. "."
  if vars.total_score >= game.gold then
    win(summary)
  else
    lose(summary)
  end
end

return { bank = bank, game_over = game_over, payout = payout, trophy = trophy }
