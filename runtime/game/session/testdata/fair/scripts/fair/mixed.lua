return {
  all = function()
    local list = {3, at("dice", 1), at("dice", 2)}
    for _, card in each("hand@2") do list[#list + 1] = card end
    for _, card in each("hand") do list[#list + 1] = card end
    list[#list + 1] = at("dice", 3)
    return list
  end,
}
