-- The layers that tilemaker makes from OpenStreetMap, with the names of the lines that Picket draws.
node_keys = {}
function node_function(node) end

local paths = {
  footway = true, path = true, track = true, steps = true, bridleway = true, cycleway = true,
  pedestrian = true
}

function way_function(way)
  local find, layer, is_closed
  if way then
    -- tilemaker 2 passes an object, 3 has global functions.
    find = function(key) return way:Find(key) end
    layer = function(name, is_area) way:Layer(name, is_area) end
    is_closed = function() return way:IsClosed() end
  else
    find, layer, is_closed = Find, Layer, IsClosed
  end
  local highway = find("highway")
  if highway ~= "" then
    layer(paths[highway] and "path" or "road", false)
  elseif find("railway") ~= "" then
    layer("road", false)
  elseif find("barrier") ~= "" or find("natural") == "tree_row" then
    layer("hedge", false)
  elseif find("natural") == "water" or find("waterway") == "riverbank" then
    if is_closed() then layer("water", true) end
  elseif find("waterway") ~= "" then
    layer("waterway", false)
  elseif find("building") ~= "" then
    if is_closed() then layer("house", true) end
  end
end
