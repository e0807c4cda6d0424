/** The rules for URLs, headers and secrets of webhooks (D18, D19, D20). */
import { describe, expect, it } from 'vitest';
import {
  NewDestination,
  sharedSecretWarning,
  Webhook,
  webhooksOf,
} from '#shared/connections/destination.ts';
import { headerNameProblem, headerValueProblem } from '#shared/kit/static-header.ts';
import { webhookUrlProblem } from '#shared/kit/webhook-url.ts';

const webhook = (url: string, headers: Record<string, string> = {}) => ({ url, headers });
const messages = (result: { error?: { issues: readonly { message: string }[] } | undefined }) =>
  (result.error?.issues ?? []).map(({ message }) => message);

describe('a header name', () => {
  it.each([
    'X-Env',
    'Authorization',
    'x',
    "!#$%&'*+-.^_`|~09azAZ",
    'Accept',
    'X-Signature-2',
    'Date',
  ])('%s is accepted', (name) => {
    expect(headerNameProblem(name)).toBeNull();
  });

  it.each([
    'Content-Type',
    'content-type',
    'User-Agent',
    'X-Signature',
    'x-SIGNATURE',
    'Content-Length',
    'Host',
    'Transfer-Encoding',
    'Connection',
    'Keep-Alive',
    'Proxy-Connection',
    'Proxy-Authorization',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
  ])('%s is rejected: the service or the connection sets it', (name) => {
    expect(headerNameProblem(name)).toContain('is set automatically');
  });

  it.each([
    'X Env',
    'X:Env',
    'X-Env:',
    'Ümlaut',
    'X\r\nY',
    'X\tY',
    '(comment)',
    'a/b',
    'a@b',
    '"x"',
    '\0',
  ])('%j is rejected: HTTP does not allow it', (name) => {
    expect(headerNameProblem(name)).toContain('does not allow');
  });

  it('is rejected when it is empty or too long', () => {
    expect(headerNameProblem('')).toContain('empty');
    expect(headerNameProblem('x'.repeat(257))).toContain('too long');
  });
});

describe('a header value', () => {
  it.each(['', 'prod', 'a\tb', ' spaced ', 'é ÿ', '"quoted"', 'x'.repeat(8_192)])(
    '%j is accepted',
    (value) => {
      expect(headerValueProblem('X', value)).toBeNull();
    },
  );

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'a\0b'])(
    '%j is rejected: it could start another header',
    (value) => {
      expect(headerValueProblem('X', value)).toContain('line break or NUL');
    },
  );

  it.each(['\x01', '\x7f', '日本', '😀', 'x'.repeat(8_193)])('%j is rejected', (value) => {
    expect(headerValueProblem('X', value)).not.toBeNull();
  });
});

describe('the headers of a webhook', () => {
  it('are limited to five', () => {
    const headers = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`X-${index}`, 'v']));
    expect(Webhook.safeParse(webhook('http://x', headers(5))).success).toBe(true);
    expect(messages(Webhook.safeParse(webhook('http://x', headers(6))))).toEqual([
      expect.stringMatching(/at most 5 static headers.* 6/),
    ]);
  });

  it('cannot repeat a header name in different letter case', () => {
    expect(messages(Webhook.safeParse(webhook('http://x', { 'X-A': '1', 'x-a': '2' })))).toEqual([
      expect.stringContaining('occurs twice'),
    ]);
  });

  it('must be text', () => {
    const numbers = { url: 'http://x', headers: { 'X-A': 1 } };
    expect(messages(Webhook.safeParse(numbers))).toEqual([expect.stringContaining('in quotes')]);
  });
});

describe('a webhook URL', () => {
  it.each([
    'http://example.com',
    'https://example.com:8443/a/b?c=d',
    'HTTP://EXAMPLE.COM/',
    'http://localhost/x',
    'http://[::1]:80/',
    'http://127.0.0.1:1/',
    'https://bücher.example/ü',
  ])('%s is accepted', (url) => {
    expect(webhookUrlProblem(url)).toBeNull();
  });

  it.each([
    ['example.com', 'http:// or https://'],
    ['//example.com', 'http:// or https://'],
    ['ftp://example.com', 'http:// or https://'],
    ['javascript:alert(1)', 'http:// or https://'],
    ['file:///etc/passwd', 'http:// or https://'],
    ['', 'http:// or https://'],
    ['http://', 'is not valid'],
    ['http://example.com:99999/', 'is not valid'],
    ['http://exa mple.com', 'whitespace'],
    [' http://example.com', 'whitespace'],
    ['http://example.com/\r\nX: y', 'whitespace'],
    ['http://user:pass@example.com', 'Authorization'],
    ['http://user@example.com', 'Authorization'],
    ['http://example.com/#part', 'fragment'],
    ['http://example.com/\x1b[201~', 'U+001B'],
    ['http://example.com/\x7f', 'U+007F'],
    ['http://example.com/\u009b', 'U+009B'],
    ['http://example.com/\u202e', 'U+202E'],
    ['http://example.com/\u200b', 'U+200B'],
    ['http://example.com/\ud800', 'U+D800'],
    ['http://exa\u00admple.com/', 'U+00AD'],
    [`http://example.com/${'x'.repeat(2_048)}`, 'too long'],
  ])('%s is rejected with a message', (url, sentence) => {
    expect(webhookUrlProblem(url)).toContain(sentence);
  });
});

describe('the single URL of a destination', () => {
  it('may be empty, with an error that explains how to omit it', () => {
    expect(NewDestination.parse({ name: 'D', webhookUrl: '' }).webhookUrl).toBe('');
    expect(messages(NewDestination.safeParse({ name: 'D', webhookUrl: null }))).toEqual([
      expect.stringContaining('""'),
    ]);
  });
});

describe('the list of webhook URLs', () => {
  it('has the single URL first, and each URL once', () => {
    const [one, two] = [webhook('http://one'), webhook('http://two', { 'X-A': '1' })];
    const urls = (webhookUrl: string, webhooks: readonly ReturnType<typeof webhook>[]) =>
      webhooksOf({ webhookUrl, webhooks }).map(({ url }) => url);
    expect(urls('', [])).toEqual([]);
    expect(urls('http://single', [])).toEqual(['http://single']);
    expect(urls('http://single', [one, two])).toEqual([
      'http://single',
      'http://one',
      'http://two',
    ]);
    expect(urls('http://two', [one, two, one])).toEqual(['http://two', 'http://one']);
    expect(webhooksOf({ webhookUrl: 'http://two', webhooks: [one, two] })[0]).toEqual(two);
  });

  it('is limited to five URLs, including the single one and excluding duplicates', () => {
    const webhooks = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ url: `http://x/${index}` }));
    const parse = (more: object) => NewDestination.safeParse({ name: 'D', ...more });
    expect(parse({ webhooks: webhooks(5) }).success).toBe(true);
    expect(parse({ webhooks: [...webhooks(5), ...webhooks(5)] }).success).toBe(true);
    expect(parse({ webhooks: webhooks(5), webhookUrl: 'http://x/0' }).success).toBe(true);
    expect(messages(parse({ webhooks: webhooks(5), webhookUrl: 'http://x/single' }))).toEqual([
      expect.stringMatching(/at most 5 URLs.* 6/),
    ]);
    expect(parse({ webhooks: webhooks(6) }).success).toBe(false);
  });
});

describe('a shared secret', () => {
  it('gets a warning for leading or trailing spaces, and is kept unchanged', () => {
    expect(sharedSecretWarning(' s')).toContain('whitespace');
    expect(sharedSecretWarning('s\n')).toContain('whitespace');
    expect(sharedSecretWarning('s s')).toBeNull();
    expect(sharedSecretWarning('')).toBeNull();
    expect(NewDestination.parse({ name: 'D', sharedSecret: ' s\n' }).sharedSecret).toBe(' s\n');
  });
});
