/** What each field means, for the tables of the documentation. Names, values and defaults come from the schemas. */

export const configurationMeanings = {
  sources: {
    name: 'identifies the source',
    writeKey: 'the key that SDKs send; random if omitted',
    enabled: 'a disabled source gets 403',
  },
  destinations: {
    name: 'identifies the destination',
    enabled: 'deliveries of a disabled destination are paused',
    sharedSecret: 'signs every body; empty for no `X-Signature`',
    webhookUrl: 'one URL, without headers',
    webhooks: 'further URLs, each with up to five static `headers`',
    sources: 'names of the connected sources',
    trackFilter: '`mode` `block` or `allow`, and the names of track `events`',
    payloadShape: '`full` adds the fields that live services also send',
    fanOut: '`any`: one success settles all URLs; `each`: every URL is retried on its own',
    retry: 'see below',
  },
} as const;

export const retryMeanings = {
  baseMs: 'delay before the first retry; doubled for each later one',
  capMs: 'longest delay',
  jitter: 'maximum share of a delay that is subtracted at random',
  windowMs: 'no attempt starts later than this after the first one',
} as const;

export const settingMeanings = {
  ingestHttps: 'ingestion also over https, with a certificate of the development CA',
  webhookConcurrency: 'maximum requests in flight per webhook',
  cancelPendingOnDeletion:
    "cancel a user's pending deliveries when a deletion request for the user starts",
  retention: 'how much is kept; see below',
  headersToRedact: 'names of further headers to redact in exports and copies',
} as const;

export const receiverMeanings = {
  name: 'part of the URL',
  secret: 'what `X-Signature` is checked against',
  strict: 'return 401 for a wrong or missing signature; reads every request completely',
  steps: 'responses, one after the other',
  then: 'after the last step: `stay` with it, `repeat` all, or choose one at `random` for each request, weighted by `times`',
  seed: 'the same seed gives the same random responses',
  rateLimit: 'return 429 with `Retry-After` (`retryAfterSeconds`) above `perSecond`',
  outage: 'see below',
  tls: 'the certificate',
  tlsFloor: 'minimum TLS version',
} as const;

export const stepMeanings = {
  status: 'status of the response',
  times: 'how many requests get this response; with `then: "random"`, its weight',
  headers: 'headers of the response, up to 20',
  body: 'body of the response, as text',
  delayMs: 'wait before responding',
  delayMaxMs: 'if set, the delay is random between `delayMs` and this',
  fault: 'what goes wrong; see below',
  bytesPerSecond: 'speed of `slow_body` and `endless_body`',
} as const;

export const ingestCodeMeanings = {
  no_user_anon_id: 'neither `userId` nor `anonymousId`',
  id_required: 'another required ID is missing: `groupId`, `previousId`, `userId`',
  id_not_string: 'an ID is neither text nor a number',
  event_not_defined: 'a track message without `event`',
  event_not_string: '`event` is not text',
  properties_not_object: '`properties` is not an object',
  traits_not_object: '`traits` is not an object',
  name_not_string: '`name` is not text',
  category_not_string: '`category` is not text',
  empty_batch: 'the batch has no messages',
  too_many_messages: 'more than 2,500 messages in a batch',
  bad_request: 'not valid JSON, or a field is not usable, such as the timestamp',
  unknown_source: 'no source has this write key (401)',
  source_disabled: 'the source is disabled (403)',
  too_many_requests: 'too many concurrent requests (429)',
  payload_too_large: 'a message over 32 KB, or a request over 500 KB (413)',
  not_found: 'the path or method is not supported (404)',
} as const;
