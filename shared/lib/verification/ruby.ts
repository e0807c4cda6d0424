import type { VerificationSnippet } from './snippet.ts';

export const rubySnippets: readonly VerificationSnippet[] = [
  {
    id: 'rails',
    title: 'Rails',
    language: 'ruby',
    file: 'app/controllers/webhooks_controller.rb',
    install: null,
    code: (variable) => `# In config/routes.rb: post "/webhook", to: "webhooks#create"
class WebhooksController < ActionController::Base
  skip_forgery_protection

  def create
    # The raw bytes, not params.
    raw_body = request.raw_post
    return head :unauthorized unless signed?(raw_body, request.headers["X-Signature"].to_s)

    event = JSON.parse(raw_body)
    Rails.logger.info(event["type"])
    head :ok
  end

  private

  def signed?(raw_body, header)
    secret = ENV.fetch("${variable}")
    raise "${variable} is empty." if secret.empty?

    digest = OpenSSL::HMAC.hexdigest("SHA1", secret, raw_body)
    ActiveSupport::SecurityUtils.secure_compare(digest, header)
  end
end
`,
  },
  {
    id: 'sinatra',
    title: 'Sinatra',
    language: 'ruby',
    file: 'receiver.rb',
    install: 'gem install sinatra rackup puma',
    code: (variable) => `require "json"
require "openssl"
require "rack/utils"
require "sinatra"

SECRET = ENV.fetch("${variable}")
abort "${variable} is empty." if SECRET.empty?

set :port, Integer(ENV.fetch("PORT", "3000"))

def signed?(raw_body, header)
  digest = OpenSSL::HMAC.hexdigest("SHA1", SECRET, raw_body)
  Rack::Utils.secure_compare(digest, header)
end

post "/webhook" do
  # The raw bytes, not params.
  raw_body = request.body.read
  halt 401 unless signed?(raw_body, request.env["HTTP_X_SIGNATURE"].to_s)

  event = JSON.parse(raw_body)
  logger.info(event["type"])
  200
end
`,
  },
];
