# The least that Rails needs to serve the controller.
require "logger"
require "json"
require "openssl"
require "action_controller"
require "rack/handler/webrick"

module Rails
  def self.logger = @logger ||= Logger.new($stdout)
end

# As an application has it by default.
ActionController::Base.protect_from_forgery

require_relative "app/controllers/webhooks_controller"

Rack::Handler::WEBrick.run(
  WebhooksController.action(:create),
  Host: "127.0.0.1", Port: Integer(ENV.fetch("PORT"))
)
