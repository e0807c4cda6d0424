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
    fanOut: '`any`: one success finishes all URLs; `each`: every URL is retried on its own',
    retry: 'see below',
  },
} as const;

export const profileMeanings = {
  id: 'unique ID: lowercase letters, digits and hyphens',
  name: 'name shown in the interface',
  'signature.kind':
    '`token` sends the secret itself; for `ed25519` and `ecdsa_p256`, the secret is a private key: the seed, or PKCS #8',
  'signature.header': 'name of the header with the signature',
  'signature.hash': 'for `hmac`: hash function',
  'signature.content':
    'the signed bytes: text with `{id}`, `{timestamp}`, `{method}`, `{url}`, `{body}`, and `{form}`, the sorted fields of a form',
  'signature.value': 'value of the header, with `{signatures}` and `{timestamp}`',
  'signature.entry': 'one signature in `{signatures}`, with `{signature}`',
  'signature.separator':
    'text between two signatures while a secret is rotated; null if only one signature is sent',
  'signature.encoding': 'encoding of each signature',
  'signature.keyForm': 'how the secret becomes the key',
  'signature.keyPrefix': 'removed from the secret before it is decoded',
  'signature.batches':
    'meaning of `{body}` if the body is an array: the whole array, or its first item',
  timestamp: 'format of `{timestamp}`',
  tolerance: 'ages of timestamps that receivers accept',
  'tolerance.pastMs': 'maximum age; null for no limit',
  'tolerance.futureMs': 'maximum time in the future; null for no limit',
  headers:
    'names and values, in order, with `{id}`, `{timestamp}`, `{event}` and `{retry}`; headers with `{retry}` are left out of the first attempt',
  bodyHashParameter: 'query parameter with the SHA-256 of the body; null for none',
  timeLimitMs: 'time limit until the response headers arrive',
  timeLimitMaxMs: 'when certifying a sender: longest time limit; null if it equals `timeLimitMs`',
  timeouts: 'whether an attempt without a timely response is retried',
  'success.accepted': 'statuses that the provider accepts, or classes such as `2xx`',
  'success.notRetried': 'statuses that end a delivery',
  'success.retried': 'statuses that are retried; a single status takes precedence over its class',
  'success.others': 'statuses that are in none of the lists',
  redirects:
    'when certifying a sender: what it must do with redirects; Hookwright itself never follows them',
  maxRedirects: 'when certifying a sender: maximum redirects in a row; null for no limit',
  ordered: 'when certifying a sender: whether it must send messages in order',
  waitsForRetries:
    'when certifying a sender: whether the next message must wait until the previous one is delivered or given up',
  'retries.kind': '`destination` uses the `retry` setting of the destination',
  'retries.baseMs': 'for `exponential`: first delay',
  'retries.factor': 'for `exponential`: factor between one delay and the next',
  'retries.capMs': 'for `exponential`: longest delay',
  'retries.jitter': 'shares of a delay that are subtracted or added at random',
  'retries.jitter.minus': 'maximum share that is subtracted',
  'retries.jitter.plus': 'maximum share that is added',
  'retries.maxAttempts':
    'for `exponential`: maximum attempts, including the first; null for no limit, which requires `windowMs`',
  'retries.windowMs': 'for `exponential`: retry window after the first attempt; null for no limit',
  'retries.windowLimits':
    '`attempts`: no attempt starts after the window; `failures`: a failure within the window is retried',
  'retries.delaysMs': 'for `delays`: one delay per retry',
  minDelay: 'lower limit for the delay after some failures, before jitter; null for none',
  'minDelay.delayMs': 'shortest delay',
  'minDelay.afterTimeout': 'whether it applies after a timeout',
  'minDelay.afterStatuses': 'statuses after which it applies',
  retryAfter: '`clamped`: between one and two times the planned delay',
  disabling: 'when the destination is disabled; null for never',
  'disabling.statuses': 'statuses that disable it',
  'disabling.consecutiveFailures':
    'failed attempts in a row since Hookwright started; null for no limit',
  'disabling.failingForMs':
    'time without a successful attempt since Hookwright started; null for no limit',
  body: '`envelope`: `type`, `timestamp`, and the message as `data`; `payload`: only provider events',
  attemptField:
    'when certifying a sender: body field that counts attempts, so it may differ between them; null for none. Hookwright itself sends bodies unchanged',
  recommended: 'clauses that the provider only recommends: a sender that differs gets a warning',
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
    "cancel a user's waiting deliveries when a deletion request for the user starts",
  retention: 'how much data is kept; see below',
  listColumn: 'what identifies a row in lists: `user`, or a path such as `properties.orderId`',
  headersToRedact: 'names of further headers to redact in exports, copies and what agents get',
} as const;

export const mockMeanings = {
  name: 'part of the URL',
  secret: 'shared secret that signatures are checked against',
  strict: 'return 401 for an invalid or missing signature, after reading the whole request',
  steps: 'responses, in order; see below',
  then: 'after the last step: `stay` with it, `repeat` all, or choose one at `random` for each request, weighted by `times`',
  rules: 'responses to matching requests, which take precedence over the steps; see below',
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
  forward:
    'how a mock endpoint with `forward` forwards the request; null to respond without forwarding',
} as const;

export const forwardMeanings = {
  url: 'URL of your server. The path after `/mock/NAME` and the query of each request are appended',
  timeoutMs:
    'real time until the response headers arrive, and between parts of the body; after the sender disconnects, until the end of the body',
  allowedHosts:
    'names accepted in `Host` in addition to localhost, `*.localhost`, the name of this machine and IP addresses',
} as const;

export const stepForwardMeanings = {
  response:
    '`server` returns the response of your server; `step` drops it and returns `status`, `headers` and `body` of the step',
  delayMs: 'delay before forwarding, in real time',
  times: 'number of copies sent to your server, one after another; the first response counts',
  corrupt: 'change one bit in the middle of the `request` or `response` body',
  afterNext: 'forward after the next request of this mock endpoint, or after 3 seconds',
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
