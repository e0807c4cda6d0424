# A shop with the bug named by BUG, or "none", on PORT. Processing takes as long as a slow database.

require "json"
require "socket"
require "uri"

BUG = ENV["BUG"]
TRANSACTION = Mutex.new

Shop = Struct.new(:ids, :locks, :users, :deleted, :orders, :requests)
empty_shop = -> { Shop.new([], {}, {}, {}, [], 0) }
$shop = empty_shop.call

# Whether the message could be processed.
def apply(message)
  id, type, user_id, timestamp = message.values_at("messageId", "type", "userId", "timestamp")
  user = $shop.users[user_id]
  if type == "delete"
    $shop.users.delete(user_id)
    $shop.deleted[user_id] = true
  elsif $shop.deleted[user_id]
    return true
  elsif type == "identify"
    $shop.users[user_id] = message if user.nil? || user["timestamp"] <= timestamp
  elsif user.nil?
    return false
  else
    last = $shop.orders.last
    $shop.orders << message unless BUG == "drops_older" && last && last["timestamp"] > timestamp
  end
  true
end

# Each of two workers has its own memory, and they take turns.
def key_of(message)
  id = message["messageId"]
  return id unless BUG == "per_worker"
  $shop.requests += 1
  "#{$shop.requests % 2} #{id}"
end

def process(message)
  key = key_of(message)
  return 200 if message["messageId"] && $shop.ids.include?(key)
  sleep 0.06
  return 503 unless apply(message)
  $shop.ids << key
  $shop.ids = $shop.ids.last(3) if BUG == "bounded_ids"
  200
end

# The lock of a message expires while it is still processed.
def process_with_lock(message)
  id = message["messageId"]
  sleep 0.01 while $shop.locks.fetch(id, 0) > Process.clock_gettime(Process::CLOCK_MONOTONIC)
  $shop.locks[id] = Process.clock_gettime(Process::CLOCK_MONOTONIC) + 0.05
  return 200 if id && $shop.ids.include?(id)
  sleep 0.2
  return 503 unless apply(message)
  $shop.ids << id
  200
end

def receive(message)
  return process_with_lock(message) if BUG == "lock_expires"
  TRANSACTION.synchronize { process(message) }
end

respond = lambda do |socket|
  _, target = socket.gets&.split
  next if target.nil?
  length = 0
  while (line = socket.gets) && line != "\r\n"
    length = line.split(":", 2).last.to_i if line.downcase.start_with?("content-length:")
  end
  body = socket.read(length)
  status = 200
  text = ""
  case target
  when "/test/reset"
    $shop = empty_shop.call
  when %r{^/test/processed}
    id = URI.decode_www_form(URI(target).query).to_h["id"]
    text = ($shop.orders + $shop.users.values).count { |message| message["messageId"] == id }.to_s
  else
    status = receive(JSON.parse(body))
  end
  socket.write "HTTP/1.1 #{status} Shop\r\nContent-Length: #{text.length}\r\nConnection: close\r\n\r\n#{text}"
ensure
  socket.close
end

server = TCPServer.new("127.0.0.1", ENV["PORT"].to_i)
loop { Thread.new(server.accept, &respond) }
