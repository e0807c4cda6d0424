# What a real Rails controller has for params. Needs ActionPack, so that only its recorded output is tested.
require 'json'
require 'logger'
require 'openssl'
require 'action_controller'
require 'rack/mock'

class WebhooksController < ActionController::Base
  wrap_parameters format: [:json]

  def create = render(plain: params.to_json)
  def receive = render(plain: JSON.generate(params.to_unsafe_h))
  def handle = render(plain: params.to_s)
  def index = render(plain: request.request_parameters.to_json)
  def webhook = render(plain: params.except(:controller, :action, :webhook).to_json)
end

routes = ActionDispatch::Routing::RouteSet.new
routes.draw do
  %w[create receive handle index webhook].each { |action| post "/#{action}", to: "webhooks##{action}" }
  post '/format', to: 'webhooks#create', defaults: { format: 'json' }
end
task = JSON.parse($stdin.read)
content = lambda do |raw, path|
  env = Rack::MockRequest.env_for(path, method: 'POST', input: raw, 'CONTENT_TYPE' => 'application/json')
  routes.call(env)[2].each.to_a.join
end
names = { 'json_rails_params' => '/create', 'json_rails_params#generate' => '/receive', 'json_rails_params#inspect' => '/handle',
          'json_rails_params#request' => '/index', 'json_rails' => '/webhook', 'json_rails_params#format' => '/format' }
out = names.transform_values do |path|
  task['bodies'].map { |raw| OpenSSL::HMAC.hexdigest('SHA1', task['secrets']['plain'], content.(raw, path)) }
end
puts JSON.generate(out)
