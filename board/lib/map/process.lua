-- The layers that tilemaker makes from OpenStreetMap, with the names of the kinds that Picket draws.
node_keys = {"place"}

local paths = {
  footway = true, path = true, steps = true, bridleway = true, cycleway = true, pedestrian = true
}
local highroads = {motorway = true, trunk = true, primary = true, secondary = true}
local woods = {wood = true, forest = true, scrub = true}
local fields = {
  farmland = true, meadow = true, grass = true, grassland = true, orchard = true, vineyard = true, park = true,
  heath = true, allotments = true, village_green = true, recreation_ground = true
}
local places = {
  city = true, town = true, village = true, hamlet = true, suburb = true, quarter = true, neighbourhood = true,
  locality = true, isolated_dwelling = true, farm = true
}

-- tilemaker 2 passes an object, 3 has global functions.
local function functions(object)
  if object then
    return function(key) return object:Find(key) end, function(name, is_area) object:Layer(name, is_area) end,
      function(key, value) object:Attribute(key, value) end, function() return object:IsClosed() end
  end
  return Find, Layer, Attribute, IsClosed
end

function node_function(node)
  local find, layer, attribute = functions(node)
  local name = find("name")
  if name ~= "" and places[find("place")] then
    layer("place", false)
    attribute("class", find("place"))
    attribute("name", name)
  end
end

local function kind_of_road(highway)
  if highway == "track" then return "track" end
  return paths[highway] and "path" or highroads[highway] and "highroad" or "road"
end

function way_function(way)
  local find, layer, attribute, is_closed = functions(way)
  local highway, natural, landuse = find("highway"), find("natural"), find("landuse")
  if highway ~= "" then
    layer(kind_of_road(highway), false)
    local name = find("name")
    if name ~= "" then attribute("name", name) end
  elseif find("railway") ~= "" then
    layer("rail", false)
  elseif find("barrier") ~= "" or natural == "tree_row" then
    layer("hedge", false)
  elseif natural == "water" or find("waterway") == "riverbank" then
    if is_closed() then layer("water", true) end
  elseif find("waterway") ~= "" then
    layer("waterway", false)
  elseif find("building") ~= "" then
    if is_closed() then layer("house", true) end
  elseif is_closed() then
    local cover = landuse ~= "" and landuse or natural ~= "" and natural or find("leisure")
    if woods[cover] then layer("wood", true) elseif fields[cover] then layer("field", true) end
  end
end
