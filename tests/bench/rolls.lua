-- For wrk: sends the signed requests that tests/bench/load.py has written, each of them once.
-- Arguments: their folder, and the mean pause before a request in milliseconds, 0 for none.
-- PORTS in the environment: of the servers, which take turns at getting the threads.
-- A thread has one connection and a file of its own, so that the rolls of a game come in order.

local count = 0
local ports = {}
for port in (os.getenv("PORTS") or ""):gmatch("%d+") do ports[#ports + 1] = port end

function setup(thread)
  thread.addr = wrk.lookup(wrk.host, ports[count % #ports + 1])[1]
  thread:set("number", count)
  count = count + 1
end

function init(args)
  local file = assert(io.open(args[1] .. "/" .. number, "rb"))
  data = file:read("*a")
  file:close()
  pause = tonumber(args[2])
  place = 1
  -- wrk asks its first thread for a request that it does not send.
  is_sent = number > 0
  math.randomseed(number)
  headers = { ["Content-Type"] = "application/msgpack", ["Accept"] = "application/msgpack" }
end

function request()
  if place > #data then
    wrk.thread:stop()
    place = 1
  end
  local first, second = data:byte(place, place + 1)
  local after = place + 2 + 256 * first + second
  local body = data:sub(place + 2, after - 1)
  if is_sent then place = after end
  is_sent = true
  return wrk.format("POST", "/v1/rolls", headers, body)
end

function delay()
  return pause > 0 and math.floor(-math.log(1 - math.random()) * pause + 0.5) or 0
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    "figures %d %d %d %d %d\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99),
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
