# Runs many receivers, each in a copy of this process, since Sinatra has one application in each.
require "json"
require "openssl"
require "sinatra/base"

$stdout.sync = true
threads = JSON.parse(ENV.fetch("RECEIVERS")).each_with_index.map do |receiver, index|
  reader, writer = IO.pipe
  fork do
    reader.close
    $stderr.reopen(writer)
    ENV["PORT"] = receiver["port"].to_s
    # Sinatra starts the file that was run.
    $0 = receiver["file"]
    load File.expand_path($0)
  end
  writer.close
  Thread.new { puts "ended #{index} #{reader.read.to_json}" }
end
threads.each(&:join)
