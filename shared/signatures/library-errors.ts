/**
 * Error texts of the libraries that verify webhooks, and what each means. Receivers often return them.
 * `test/signatures/library-errors.test.ts` gets them from the libraries.
 */

export const libraryCauses = [
  'signature_mismatch',
  'body_parsed',
  'body_missing',
  'timestamp_tolerance',
  'header_missing',
  'header_malformed',
  'secret_missing',
  'secret_malformed',
  'url_missing',
] as const;
export type LibraryCause = (typeof libraryCauses)[number];

export interface LibraryError {
  readonly cause: LibraryCause;
  /** The library, or several that say the same. */
  readonly library: string;
}

const table: Readonly<Record<string, Readonly<Record<string, LibraryCause>>>> = {
  stripe: {
    'No signatures found matching the expected signature': 'signature_mismatch',
    'Webhook payload must be provided as a string or a Buffer': 'body_parsed',
    'No webhook payload was provided': 'body_missing',
    'Timestamp outside the tolerance zone': 'timestamp_tolerance',
    'No stripe-signature header value was provided': 'header_missing',
    'Unable to extract timestamp and signatures from header': 'header_malformed',
    'No signatures found with expected scheme': 'header_malformed',
    'No webhook secret value was provided': 'secret_missing',
  },
  '@clerk/backend': {
    'Missing required webhook headers': 'header_missing',
    'Missing webhook signing secret': 'secret_missing',
  },
  'standardwebhooks, svix, resend': {
    'No matching signature found': 'signature_mismatch',
    'Expected payload to be of type string or Buffer': 'body_parsed',
    'Message timestamp too old': 'timestamp_tolerance',
    'Message timestamp too new': 'timestamp_tolerance',
    'Missing required headers': 'header_missing',
    'Invalid Signature Headers': 'header_malformed',
    "Secret can't be empty": 'secret_missing',
    'Base64Coder: incorrect': 'secret_malformed',
  },
  '@octokit/webhooks': {
    '[@octokit/webhooks] signature does not match event payload and secret': 'signature_mismatch',
    'Required headers missing: x-hub-signature': 'header_missing',
    '[@octokit/webhooks] options.secret required': 'secret_missing',
  },
  '@octokit/webhooks-methods': {
    '[@octokit/webhooks-methods] eventPayload must be a string': 'body_parsed',
    '[@octokit/webhooks-methods] secret, eventPayload & signature required': 'header_missing',
  },
  '@slack/bolt': {
    'Failed to verify authenticity: signature mismatch': 'signature_mismatch',
    'Failed to verify authenticity: x-slack-request-timestamp must differ': 'timestamp_tolerance',
    'Failed to verify authenticity: unknown signature version': 'header_malformed',
  },
  '@shopify/shopify-api': {
    invalid_hmac: 'signature_mismatch',
    'Could not validate request HMAC': 'signature_mismatch',
    missing_hmac: 'header_missing',
    'Missing HMAC header in request': 'header_missing',
    missing_body: 'body_missing',
  },
  twilio: {
    'Twilio Request Validation Failed': 'signature_mismatch',
    'X-Twilio-Signature header does not exist': 'header_missing',
    'without first configuring our auth token': 'secret_missing',
  },
  '@paddle/paddle-node-sdk': {
    '[Paddle] Webhook signature verification failed': 'signature_mismatch',
    '[Paddle] Invalid webhook signature': 'header_malformed',
  },
  '@sendgrid/eventwebhook': {
    'wanted sequence (0x': 'secret_malformed',
  },
  square: {
    'signatureKey is null or empty': 'secret_missing',
    'notificationUrl is null or empty': 'url_missing',
  },
  '@linear/sdk': {
    'Missing webhook signature': 'header_missing',
    'Invalid webhook signature': 'signature_mismatch',
    'Invalid webhook timestamp': 'timestamp_tolerance',
    'Missing webhook timestamp': 'timestamp_tolerance',
  },
  'discord-interactions': {
    '[discord-interactions] Invalid signature': 'signature_mismatch',
    'You must specify a Discord client public key': 'secret_missing',
  },
  '@hubspot/api-client': {
    'Timestamp is invalid, reject request': 'timestamp_tolerance',
  },
};

export const libraryErrors = Object.entries(table).flatMap(([library, texts]) =>
  Object.entries(texts).map(([text, cause]) => ({ text, error: { library, cause } })),
);

/** The error that a library reported in a response; undefined if none did. */
export const libraryErrorIn = (response: string): LibraryError | undefined =>
  libraryErrors.find(({ text }) => response.includes(text))?.error;
