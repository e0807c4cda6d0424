# Signature bugs as they are made in Ruby. Reads the task, writes {cause@secret#variant: [digest or nil]}.
require 'base64'
require 'json'
require 'openssl'
require 'stringio'
require 'zlib'

task = JSON.parse($stdin.read)
secrets, url, path, query, seconds = task.values_at('secrets', 'url', 'path', 'query', 'seconds')
sign = ->(data, key = secrets['plain'], hash = 'SHA1') { OpenSSL::HMAC.hexdigest(hash, key, data) }
# What Rails' to_json writes; with Rails present, rails.rb asks itself.
rails = ->(value) { JSON.generate(value).gsub(/[<>&\u2028\u2029]/) { |c| format('\u%04x', c.ord) } }
params = ->(raw, controller, action) { JSON.parse(raw).merge('controller' => controller, 'action' => action) }
gzip = lambda do |raw, time|
  io = StringIO.new
  writer = Zlib::GzipWriter.new(io)
  writer.mtime = time
  writer.write(raw)
  writer.close
  io.string
end
ruby_json = JSON::VERSION < '2.8' ? 'json_ruby_pretty_old' : 'json_ruby_pretty'
inspect = RUBY_VERSION < '3.4' ? 'json_ruby_inspect' : 'json_ruby_inspect_spaced'

bugs = {
  'json_ruby' => ->(raw) { JSON.generate(JSON.parse(raw)) },
  ruby_json => ->(raw) { JSON.pretty_generate(JSON.parse(raw)) },
  'json_ruby_ascii' => ->(raw) { JSON.generate(JSON.parse(raw), ascii_only: true) },
  inspect => ->(raw) { JSON.parse(raw).to_s },
  'json_rails' => ->(raw) { rails.(JSON.parse(raw)) },
  'json_sorted|json_fields_reordered' => ->(raw) { JSON.generate(JSON.parse(raw).sort.to_h) },
  'json_ruby_twice' => ->(raw) { raw.to_json },
  'json_ruby_twice#rewritten' => ->(raw) { JSON.parse(raw).to_json.to_json },
  'json_rails_twice' => ->(raw) { rails.(raw) },
  'json_rails_params' => ->(raw) { rails.(params.(raw, 'webhooks', 'create')) },
  'json_rails_params#generate' => ->(raw) { JSON.generate(params.(raw, 'webhooks', 'receive')) },
  'json_rails_params#wrapped' => ->(raw) { rails.(params.(raw, 'webhooks', 'create').merge('webhook' => JSON.parse(raw))) },
  'json_rails_params#path' => ->(raw) { rails.(params.(raw, 'hooks', 'in')) },
  'json_rails_params#namespace' => ->(raw) { rails.(params.(raw, 'api/v1/webhooks', 'create')) },
  'json_rails_params#inspect' => ->(raw) { params.(raw, 'webhooks', 'create').to_s },
  'json_rails_params#request' => ->(raw) { rails.(JSON.parse(raw).merge('webhook' => JSON.parse(raw))) },
  'json_fields_reordered' => ->(raw) { JSON.generate(JSON.parse(raw).slice('type', 'userId', 'timestamp').sort.reverse.to_h) },
  'body_with_url' => ->(raw) { url + raw },
  'body_with_path' => ->(raw) { path + raw },
  'body_with_path#query' => ->(raw) { path + query + raw },
  'body_with_method' => ->(raw) { "POST\n#{path}\n#{raw}" },
  'body_timestamp_dot' => ->(raw) { "#{nil}.#{raw}" },
  'body_timestamp_dot#now' => ->(raw) { "#{seconds}.#{raw}" },
  'body_timestamp_versioned' => ->(raw) { "v0:#{seconds}:#{raw}" },
  'body_truncated' => ->(raw) { raw.byteslice(0, 256) },
  'body_truncated#scrub' => ->(raw) { raw.byteslice(0, 110).scrub },
  'body_zero_padded' => ->(raw) { raw.b.ljust(1024 * 16, "\0") },
  'body_zero_padded#pack' => ->(raw) { [raw].pack('Z*') },
  'body_last_chunk' => ->(raw) { io = StringIO.new(raw); last = ''; while (chunk = io.read(200)); last = chunk; end; last },
  'body_gzip' => ->(raw) { gzip.(raw, seconds) },
  'body_deflate' => ->(raw) { Zlib.deflate(raw) },
  'body_newline' => ->(raw) { "#{raw}\n" },
  'body_empty' => ->(_) { '' },
  'body_base64' => ->(raw) { Base64.strict_encode64(raw) }
}
digests = {
  'secret_prefix_stripped_decoded@whsec' => ->(raw) { sign.(raw, Base64.decode64(secrets['whsec'].delete_prefix('whsec_'))) },
  'secret_base64_decoded@base64' => ->(raw) { sign.(raw, Base64.decode64(secrets['base64'])) },
  'secret_base64_decoded@odd' => ->(raw) { sign.(raw, Base64.decode64(secrets['odd'])) },
  'secret_hex_decoded@hex' => ->(raw) { sign.(raw, [secrets['hex']].pack('H*')) },
  'secret_empty' => ->(raw) { sign.(raw, '') },
  'digest_sha256' => ->(raw) { sign.(raw, secrets['plain'], 'SHA256') },
  'format_base64' => ->(raw) { Base64.strict_encode64(OpenSSL::HMAC.digest('SHA1', secrets['plain'], raw)) },
  'format_white_space|format_base64' => ->(raw) { Base64.encode64(OpenSSL::HMAC.digest('SHA1', secrets['plain'], raw)) },
  'format_byte_list' => ->(raw) { OpenSSL::HMAC.digest('SHA1', secrets['plain'], raw).bytes.to_s }
}
out = bugs.transform_values { |bug| task['bodies'].map { |raw| (data = bug.(raw)) && sign.(data) } }
out.merge!(digests.transform_values { |bug| task['bodies'].map { |raw| bug.(raw) } })
puts JSON.generate(out)
