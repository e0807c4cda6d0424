/** What each field means, for the tables of the documentation. Names, values and defaults come from the schemas. */

export const configurationMeanings = {
  sources: {
    name: 'unique name of the source',
    writeKey: 'key that SDKs send; random if omitted',
    enabled: 'if false, requests get 403',
  },
  destinations: {
    name: 'unique name of the destination',
    enabled: 'if false, its deliveries are paused, and new messages are not routed to it',
    sharedSecret: 'signs every body; empty for no `X-Signature`',
    webhookUrl: 'one URL, without headers',
    webhooks: 'further URLs, each with up to five static `headers`',
    sources: 'names of connected sources',
    trackFilter: '`mode` `block` or `allow`, and the names of track `events`',
    payloadShape: '`full` adds the fields that live services also send',
    profile:
      'whose conventions requests follow: the ID of a [provider profile](profiles.md), or [one of your own](profiles.md#your-own-profile)',
    fanOut: '`any`: one success settles all URLs; `each`: every URL is retried on its own',
    retry: 'see below',
  },
} as const;

export const profileMeanings = {
  id: 'names the profile: lowercase letters, digits and hyphens',
  name: 'shown in the interface',
  'signature.kind':
    '`token` sends the secret itself; the secret of `ed25519` and `ecdsa_p256` is a private key: the seed, or PKCS #8',
  'signature.header': 'name of the header with the signature',
  'signature.hash': 'of `hmac`',
  'signature.content':
    'the signed bytes: text with `{id}`, `{timestamp}`, `{method}`, `{url}`, `{body}`, and `{form}`, the sorted fields of a form',
  'signature.value': 'value of the header, with `{signatures}` and `{timestamp}`',
  'signature.entry': 'one signature in `{signatures}`, with `{signature}`',
  'signature.separator': 'between signatures while a secret is rotated; null if there is only one',
  'signature.encoding': 'of each signature',
  'signature.keyForm': 'how the secret becomes the key',
  'signature.keyPrefix': 'removed from the secret before it is decoded',
  'signature.batches': 'what `{body}` is if the body is an array: all of it, or its first item',
  timestamp: 'form of `{timestamp}`',
  tolerance: 'ages of timestamps that receivers accept',
  'tolerance.pastMs': 'oldest; null for any',
  'tolerance.futureMs': 'furthest in the future; null for any',
  headers:
    'names and values, in order, with `{id}`, `{timestamp}`, `{event}` and `{retry}`; the first attempt has no header with `{retry}`',
  bodyHashParameter: 'query parameter with the SHA-256 of the body; null for none',
  timeLimitMs: 'until the headers of the response',
  timeLimitMaxMs: 'longest time limit of senders to certify; null if it is the same',
  timeouts: 'whether attempts without a response in time are retried',
  'success.delivered': 'statuses that count as delivered, or classes such as `2xx`',
  'success.notRetried': 'statuses that end a delivery',
  'success.retried': 'statuses that are retried; one status has priority over its class',
  'success.others': 'statuses in no list',
  redirects: 'what senders to certify do with them; Hookwright follows none',
  maxRedirects: 'in a row, of senders to certify; null for any number',
  ordered: 'whether senders to certify send messages in order',
  waitsForRetries: 'whether the next message waits until the one before is delivered or given up',
  'retries.kind': '`destination` uses `retry` of the destination',
  'retries.baseMs': 'of `exponential`: the first delay',
  'retries.factor': 'of `exponential`: how much longer each delay is',
  'retries.capMs': 'of `exponential`: longest delay',
  'retries.jitter': 'parts of a delay that are subtracted and added at random',
  'retries.jitter.minus': 'maximum part that is subtracted',
  'retries.jitter.plus': 'maximum part that is added',
  'retries.maxAttempts':
    'of `exponential`: including the first; null for no limit, which needs `windowMs`',
  'retries.windowMs': 'of `exponential`: from the first attempt; null for no limit',
  'retries.windowLimits':
    '`attempts`: none starts after the window; `failures`: those within it are retried',
  'retries.delaysMs': 'of `delays`: one per retry',
  minDelay: 'shortest delay after some failures, before jitter; null for none',
  'minDelay.delayMs': 'the delay',
  'minDelay.afterTimeout': 'whether it applies after a timeout',
  'minDelay.afterStatuses': 'statuses that it applies to',
  retryAfter: '`clamped`: at least the planned delay, at most twice that',
  disabling: 'when the destination is disabled; null for never',
  'disabling.statuses': 'statuses that disable it',
  'disabling.consecutiveFailures':
    'failed attempts in a row, counted from the start of Hookwright; null for any number',
  'disabling.failingForMs':
    'without a successful attempt, from the start of Hookwright; null for any time',
  body: '`envelope`: `type`, `timestamp`, and the message as `data`; `payload`: only provider events',
  attemptField:
    'field of the body that differs between attempts of senders to certify; null for none. Hookwright sends bodies unchanged',
  recommended: 'clauses that are only recommended: a sender that differs gets a warning',
  sources:
    'documents per clause; each with `kind` (`code`, `documentation` or `other`), `document` and `seen`',
} as const;

export const retryMeanings = {
  baseMs: 'delay before the first retry; doubles with each retry',
  capMs: 'longest delay',
  jitter: 'maximum share of a delay that is subtracted at random',
  windowMs: 'no attempt starts later than this after the first',
} as const;

export const settingMeanings = {
  ingestHttps: 'also accept ingestion over HTTPS, with a certificate of the development CA',
  webhookConcurrency: 'maximum requests in flight per webhook',
  cancelPendingOnDeletion:
    "cancel a user's pending deliveries when a deletion request for the user starts",
  retention: 'how much data is kept; see below',
  listColumn: 'what identifies a row in lists: `user`, or a path such as `properties.orderId`',
  headersToRedact: 'names of further headers to redact in exports and copies',
} as const;

export const receiverMeanings = {
  name: 'part of the URL',
  secret: 'shared secret that signatures are checked against',
  strict: 'return 401 for an invalid or missing signature, after reading the whole request',
  steps: 'responses, in order; see below',
  then: 'after the last step: `stay` with it, `repeat` all, or choose one at `random` for each request, weighted by `times`',
  rules: 'responses to certain requests, before the steps; see below',
  seed: 'seed for random responses and delays',
  rateLimit: 'above `perSecond`, return 429 with `retryAfterSeconds` as `Retry-After`',
  outage: 'see below',
  forward: 'your server, to which requests are forwarded; see below',
  tls: 'certificate; see below',
  tlsFloor: 'minimum TLS version',
} as const;

export const stepMeanings = {
  status: 'status of the response',
  times: 'number of requests that get this response; with `then: "random"`, its weight',
  headers: 'headers of the response, up to 20',
  body: 'body of the response, as text',
  delayMs: 'delay before responding, in real time',
  delayMaxMs: 'if set, the delay is random between `delayMs` and this',
  fault: 'deliberate fault; see below',
  bytesPerSecond: 'speed of `slow_body` and `endless_body`',
  forward: 'how a receiver with `forward` forwards the request; null to respond without forwarding',
} as const;

export const forwardMeanings = {
  url: 'URL of your server. The path after `/r/NAME` and the query of each request are appended',
  timeoutMs:
    'real time until the response headers arrive, and between parts of the body; once the sender has left, until its end',
  allowedHosts:
    'names accepted in `Host` in addition to localhost, `*.localhost`, the name of this machine and IP addresses',
} as const;

export const stepForwardMeanings = {
  response:
    '`target` returns the response of your server; `step` drops it and returns `status`, `headers` and `body` of the step',
  delayMs: 'delay before forwarding, in real time',
  times: 'number of copies sent to your server, one after another; the first response counts',
  corrupt: 'change one bit in the middle of the `request` or `response` body',
  afterNext: 'forward after the next request of this receiver, or after 3 seconds',
  concurrent: 'send the copies at the same time',
} as const;

export const ingestCodeMeanings = {
  no_user_anon_id: 'neither `userId` nor `anonymousId`',
  id_required: 'another required ID is missing: `groupId`, `previousId`, `userId`',
  id_not_string: 'an ID is neither a string nor a number',
  event_not_defined: 'a track message without `event`',
  event_not_string: '`event` is not a string',
  properties_not_object: '`properties` is not an object',
  traits_not_object: '`traits` is not an object',
  name_not_string: '`name` is not a string',
  category_not_string: '`category` is not a string',
  empty_batch: 'the batch has no messages',
  too_many_messages: 'more than 2,500 messages in a batch',
  bad_request: 'not valid JSON, or an invalid field such as `timestamp`',
  unknown_source: 'no source has this write key (401)',
  source_disabled: 'the source is disabled (403)',
  too_many_requests: 'too many concurrent requests (429)',
  payload_too_large: 'a message over 32 KB, or a request over 500 KB (413)',
  not_found: 'the path or method is not supported (404)',
} as const;
