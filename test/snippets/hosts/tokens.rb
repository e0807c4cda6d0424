# Prints the kinds of tokens of each file. Parts of one literal count once.
require "json"
require "ripper"

ARGV.each do |file|
  code = File.read(file, encoding: "UTF-8")
  RubyVM::InstructionSequence.compile(code)
  kinds = Ripper.lex(code).map { |_, kind| kind }
  puts JSON.generate(kinds.chunk_while { |a, b| a == b && a == :on_tstring_content }.map(&:first))
end
