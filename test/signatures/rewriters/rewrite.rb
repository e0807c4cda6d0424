# Reads a JSON list of bodies, writes {code: [text, ...]}: what Ruby hashes after parsing.
require 'json'

bodies = JSON.parse($stdin.read).map { |body| JSON.parse(body) }
ways = {
  'json_ruby' => ->(body) { JSON.generate(body) },
  # Since json 2.8 there are no line ends inside empty objects and arrays.
  JSON::VERSION < '2.8' ? 'json_ruby_pretty_old' : 'json_ruby_pretty' => ->(body) { JSON.pretty_generate(body) },
  'json_ruby_ascii' => ->(body) { JSON.generate(body, ascii_only: true) },
  # Since 3.4 there are spaces around the arrow.
  RUBY_VERSION < '3.4' ? 'json_ruby_inspect' : 'json_ruby_inspect_spaced' => ->(body) { body.inspect }
}
puts JSON.generate(ways.transform_values { |way| bodies.map { |body| way.call(body) } })
