/** The scenario that `hookwright scenarios new` writes. */

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const variable = (name: string): string => `'\${${name}}'`;

export const starterText = (name: string): string => `\
# An outage in front of your own server. Check it: hookwright scenarios check
# Completion in editors: hookwright scenarios schema > scenario.schema.json, and then this line:
# yaml-language-server: $schema=scenario.schema.json
scenario: 1
name: ${quoted(name)}
tags: [outage]

# So that no message is dated ahead of your server's clock.
clock: { start: now-4h }

# Set them in the environment, or with --set url=…
variables:
  url: { env: WEBHOOK_URL, default: 'http://127.0.0.1:3000/webhook' }
  secret: { env: WEBHOOK_SECRET, default: s3cret, secret: true }

# What is set up: a source that sends messages, and a destination that delivers them to a mock endpoint.
# The mock endpoint forwards them to your server.
given:
  sources: [{ name: Shop }]
  mocks: [{ name: proxy, secret: ${variable('secret')}, forward: { url: ${variable('url')} } }]
  destinations:
    - { name: Orders, sharedSecret: ${variable('secret')}, sources: [Shop], webhooks: [{ mock: proxy }] }

# What happens, in virtual time: an hour takes a few seconds.
when:
  - { id: orders, send: { source: Shop, sample: track, count: 60, over: 1h } }
  - { id: outage, at: 10m, outage: { mock: proxy, for: 30m, status: 503 } }

# What must be true at the end. Put filters in single quotes.
then:
  - lost: 0
  - duplicates: 0
  - name: the server accepts each order exactly once
    requests: 'status<300'
    mock: proxy
    per: message
    count: 1
`;
