# A shop with the bug named by BUG, or "none", on PORT. Its state is in the file STATE.

require "json"
require "monitor"
require "openssl"
require "socket"
require "time"
require "uri"

BUG = ENV["BUG"]
STATE = ENV["STATE"]
TRANSACTION = Monitor.new
$in_progress = {}

EMPTY_SHOP = { "ids" => {}, "users" => {}, "deleted" => {}, "orders" => [], "requests" => 0 }.to_json
$shop = JSON.parse(File.exist?(STATE) ? File.read(STATE) : EMPTY_SHOP)
$shop["ids"] = {} if BUG == "memory_ids"

# No crash leaves a part of it.
def save
  File.write("#{STATE}.new", $shop.to_json)
  File.rename("#{STATE}.new", STATE)
end

# Whether the message could be processed.
def apply(message)
  id, type, user_id, timestamp = message.values_at("messageId", "type", "userId", "timestamp")
  user = $shop["users"][user_id]
  if type == "delete"
    return true if user.nil? && BUG == "unknown_deletion"
    $shop["users"].delete(user_id)
    $shop["deleted"][user_id] = true
  elsif $shop["deleted"][user_id]
    return true
  elsif type == "identify"
    is_newer = user.nil? || user["timestamp"] <= timestamp
    $shop["users"][user_id] = { "messageId" => id, "timestamp" => timestamp } if is_newer || BUG == "last_write_wins"
  elsif user.nil?
    return false
  else
    last = $shop["last"]
    $shop["last"] = timestamp
    $shop["orders"] << id unless BUG == "drops_older" && last && last > timestamp
  end
  true
end

# Each of two workers has its own memory, and they take turns.
def key_of(message)
  id = message["messageId"]
  BUG == "per_worker" ? "#{$shop["requests"] % 2} #{id}" : id
end

def known?(message, now)
  at = $shop["ids"][key_of(message)]
  return false if BUG == "one_event" && message["event"] == "Refunded"
  return at == now if BUG == "attempt_ids"
  !at.nil? && !(BUG == "ids_for_an_hour" && now - at > 3_600)
end

def act(message, now)
  unless apply(message)
    # Each try sends a confirmation first.
    $shop["orders"].concat([message["messageId"]] * 5) if BUG == "retry_storm"
    return 503
  end
  return 200 if message["messageId"].nil?
  key = key_of(message)
  $shop["ids"].delete(key)
  $shop["ids"][key] = now
  $shop["ids"] = $shop["ids"].to_a.last(3).to_h if BUG == "last_ids"
  200
end

def receive(message, now)
  id = message["messageId"]
  is_late = TRANSACTION.synchronize do
    is_order = message["type"] == "track"
    $shop["requests"] += 1 if is_order
    return 200 if known?(message, now)
    return act(message, now) unless is_order && %w[check_then_act late_copies].include?(BUG)
    is_copy = $in_progress.key?(id)
    $in_progress[id] = true
    is_copy && BUG == "late_copies"
  end
  sleep(is_late ? 5.5 : 0.2)
  TRANSACTION.synchronize do
    $in_progress.delete(id)
    act(message, now)
  end
end

def receive_and_save(message, now)
  receive(message, now).tap { TRANSACTION.synchronize { save } }
end

def status_of(headers, body)
  is_signed = headers["x-signature"] == OpenSSL::HMAC.hexdigest("SHA1", "secret", body)
  return 401 unless is_signed || BUG == "signature_last"
  message = JSON.parse(body)
  now = Time.iso8601(headers["hookwright-time"]).to_f
  if BUG == "responds_first" && message["type"] == "track" && $shop["users"][message["userId"]]
    Thread.new do
      sleep 0.3
      receive_and_save(message, now)
    end
    return 200
  end
  status = receive_and_save(message, now)
  is_signed ? status : 401
end

def text_of(target)
  TRANSACTION.synchronize do
    case target
    when "/test/reset"
      $shop = JSON.parse(EMPTY_SHOP)
      save
      ""
    when "/test/state"
      { sold: BUG == "counter" ? $shop["requests"] : $shop["orders"].uniq.length }.to_json
    else
      id = URI.decode_www_form(URI(target).query).to_h["id"]
      ($shop["orders"] + $shop["users"].values.map { |user| user["messageId"] }).count(id).to_s
    end
  end
end

respond = lambda do |socket|
  _, target = socket.gets&.split
  next if target.nil?
  headers = {}
  while (line = socket.gets) && line != "\r\n"
    name, value = line.split(":", 2)
    headers[name.downcase] = value.strip
  end
  body = socket.read(headers["content-length"].to_i)
  status = target == "/webhook" ? status_of(headers, body) : 200
  text = target == "/webhook" ? "" : text_of(target)
  socket.write "HTTP/1.1 #{status} Shop\r\nContent-Length: #{text.length}\r\nConnection: close\r\n\r\n#{text}"
ensure
  socket.close
end

server = TCPServer.new("127.0.0.1", ENV["PORT"].to_i)
loop { Thread.new(server.accept, &respond) }
