/** Requests read from cURL commands and HAR files; nothing is sent. */
import { describe, expect, it } from 'vitest';
import { AppError } from '#main/kit/app-error.ts';
import { readRequest } from '#main/sending/read-request/read-request.ts';
import { curlCommand } from '#shared/kit/curl.ts';
import { maxListedEntries, RequestText } from '#shared/sending/read-request.ts';
import { exported } from '#test/deliveries/exports/exported.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { startCore } from '#test/support/start-core.ts';

const url = 'http://127.0.0.1:9/hook';
const form = ['Content-Type', 'application/x-www-form-urlencoded'];

/** Method, URL, headers and bytes. */
function read(text: string, entry?: number) {
  const result = readRequest({ text, ...(entry === undefined ? {} : { entry }) });
  if (result.kind !== 'request') throw new Error('It is a list.');
  const { request, body } = result;
  return {
    ...request,
    body: body.text ?? Buffer.from(body.base64 ?? '', 'base64').toString('latin1'),
    isText: body.text !== null,
  };
}

function problemOf(text: string, entry?: number): AppError {
  try {
    read(text, entry);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`It was read: ${text}`);
}

describe('a cURL command', () => {
  it.each<[string, object]>([
    [`curl ${url}`, { method: 'GET', headers: [], body: '' }],
    [`curl -I ${url}`, { method: 'HEAD' }],
    [`curl -X PUT ${url}`, { method: 'PUT', body: '' }],
    [`curl -XPUT -sSLd a=1 ${url}`, { method: 'PUT', body: 'a=1', headers: [form] }],
    [`curl -d a=1 --data-raw @b -d 'c d' --url ${url}`, { method: 'POST', body: 'a=1&@b&c d' }],
    [`curl -G -d a=1 '${url}?x'`, { method: 'GET', url: `${url}?x&a=1`, headers: [], body: '' }],
    [
      `curl --json '{"a":' --json '1}' ${url}`,
      {
        method: 'POST',
        body: '{"a":1}',
        headers: [
          ['Accept', 'application/json'],
          ['Content-Type', 'application/json'],
        ],
      },
    ],
    [
      `curl --data-urlencode 'a=b c&é' --data-urlencode '=x=y' --data-urlencode 'z!' ${url}`,
      { body: 'a=b+c%26%C3%A9&x%3Dy&z%21' },
    ],
    [
      `curl -H 'content-type: a/b' -H 'X-Empty;' -H 'Accept:' -H 'X-Is:  1 ' -d 1 ${url}`,
      {
        headers: [
          ['content-type', 'a/b'],
          ['X-Empty', ''],
          ['X-Is', '1 '],
        ],
      },
    ],
    [
      `curl -u me:secret -A agent -e http://a.test -b 'a=1; b=2' ${url}`,
      {
        headers: [
          ['Authorization', 'Basic bWU6c2VjcmV0'],
          ['User-Agent', 'agent'],
          ['Referer', 'http://a.test'],
          ['Cookie', 'a=1; b=2'],
        ],
      },
    ],
    [`curl -u me:secret -H 'Authorization: x' ${url}`, { headers: [['Authorization', 'x']] }],
    [`curl -H 'Host: a' -H 'Connection: close' ${url}`, { headers: [] }],
    ['curl localhost:3000/a', { url: 'http://localhost:3000/a' }],
    ['curl example.com', { url: 'http://example.com' }],
    [`curl '${url}?a={b}&c=[1]#part'`, { url: `${url}?a={b}&c=[1]` }],
    [`curl "${url}" \\\r\n  -d "a \\"b\\" \\\\ \\$c $ \\d"`, { body: 'a "b" \\ $c $ \\d' }],
    [
      `curl ${url} -d $'\\'\\n\\x41\\101\\u00e9\\ud83d\\ude00\\U1F600\\q'`,
      { body: `'\nAAé😀😀\\q` },
    ],
    [`curl ${url} -d $'\\xff'`, { body: '\xff', isText: false }],
    [`printf 'a%%\\012%s' b | curl --data-binary @- ${url}`, { body: 'a%\nb' }],
    [`printf 'a\\nb' | curl -d @- ${url}`, { body: 'ab' }],
    // The format is used again while there are values.
    [`printf '%s\\n' A B | curl --data-binary @- ${url}`, { body: 'A\nB\n' }],
    [`printf '%s=%s&' a 1 b | curl -d @- ${url}`, { body: 'a=1&b=&' }],
    [`printf 'a' b | curl -d @- ${url}`, { body: 'a' }],
    [`printf -- '%s' '{"a":1}' | curl -d @- ${url}`, { body: '{"a":1}' }],
    [`printf 'caf\\u00e9\\x41\\U1F600' | curl -d @- ${url}`, { body: 'caféA😀' }],
    [`curl -d "$(printf 'a\\000b')" ${url}`, { body: 'ab' }],
    [`curl -d $'a\\0b' ${url}`, { body: 'a' }],
    [`curl -d $'\\cIa' ${url}`, { body: '\ta' }],
    [`curl -d "$(printf '\\101\\012\\012')" ${url}`, { body: 'A' }],
    [`curl -d ' ${'\u00a0'}ü' ${url}`, { body: ' \u00a0ü' }],
  ])('%j is the request that curl sends', (text, expected) => {
    expect(read(text)).toMatchObject({ url, ...expected });
  });

  const run = `';touch PWNED;'$(touch PWNED)\`touch PWNED\`";touch PWNED;"!!!touch\\`;
  it.each([
    { url: `${url}/a/./%2E%2e/b?a={1,2}&[1-9]`, headers: [], body: '{}' },
    { url, headers: [], body: '' },
    { url, method: 'DELETE', headers: [], body: '' },
    {
      url,
      headers: [
        ["%n%s%41'`!!", 'é'],
        ['X-Empty', ''],
        ['X-Run', run],
      ],
      body: run,
    },
    { url, headers: [['X', `é\t%s%n\u009b${run}`]], body: `${run}\n${run}\r\n` },
    { url, headers: [['X-Long', run.repeat(90)]], body: run.repeat(90) },
    { url, headers: [], body: `${'☃%'.repeat(3_000)}${run}\0` },
    { url, headers: [], body: `- ☃`.repeat(20_000) },
    { url, headers: [], body: Uint8Array.from({ length: 256 }, (_, code) => 255 - code) },
  ] as Parameters<typeof curlCommand>[0][])(
    'that Hookwright copies is read as it was sent',
    (request) => {
      const { method = 'POST', body } = request;
      const sent = typeof body === 'string' ? body : Buffer.from(body).toString('latin1');
      expect(read(curlCommand(request))).toEqual({
        method,
        url: request.url,
        headers: request.headers,
        body: sent,
        isText: typeof body === 'string',
      });
    },
  );

  it.each([
    [`curl ${url} -d "$BODY"`, /\$BODY/],
    [`curl ${url} -d "$(cat body.json)"`, /cat body/],
    [`curl ${url} -d \`date\``, /date/],
    [`curl ${url}?a=1&b=2`, /quote its URL/],
    [`curl ${url} > out`, />/],
    [`curl ${url} | jq`, /other than curl/],
    [`cat x | curl -d @- ${url}`, /neither|other than curl/],
    [`curl ${url} -d @body.json`, /body\.json/],
    [`curl ${url} --data-urlencode a@body.json`, /body\.json/],
    [`curl ${url} -d @-`, /reads its body/],
    [`printf '%d' 1 | curl -d @- ${url}`, /%d/],
    [`printf 'a\\cb' | curl -d @- ${url}`, /\\c/],
    [`printf -v x 1 | curl -d @- ${url}`, /-v/],
    [`printf '${'a'.repeat(3_000)}%s' ${'b '.repeat(1_000)} | curl -d @- ${url}`, /2,000,000/],
    [`curl ${url} -F a=b`, /-F/],
    [`curl ${url} --proxy http://p`, /--proxy/],
    [`curl ${url} -H`, /has no value/],
    [`curl ${url} -H 'X'`, /no colon/],
    [`curl ${url} -b jar.txt`, /cookies/],
    [`curl ${url} -d 'a`, /not closed/],
    [`curl ${url} -d "a`, /not closed/],
    [`curl ${url} -d $'a`, /not closed/],
    [`curl ${url}\ncurl ${url}`, /several lines/],
    [`curl ${url} ${url}`, /several URLs/],
    ['curl -s ', /no URL/],
    ['curl ftp://a.test', /http/],
    ['curl "http://a.test/\x1b[201~"', /U\+001B/],
    [`curl ${url} -X 'A B'`, /Method/],
    [`curl ${url} -H 'X Y: 1'`, /X Y/],
    [`curl ${url} -H "X: $(printf '\\001')"`, /character/],
    [`curl ${url} ${'-H "X: 1" '.repeat(51)}`, /more than 50 headers/],
    [`curl ^"${url}^" ^\n -H ^"X: 1^"`, /bash/],
    [`curl "${url}" ^\n -H "X: 1"`, /bash/],
    ['wget http://a.test', /neither/],
    ['', /neither/],
  ])('%j is an error that names its text', (text, expected) => {
    const error = problemOf(text);
    expect(error).toMatchObject({ code: 'bad_request', field: 'text' });
    expect(`${error.message} ${error.fix ?? ''}`).toMatch(expected);
  });

  it.each([
    ['words', ' -s', 1_999, '2,000 words'],
    ['options in a word', 's', 50, '50 options'],
  ])('has at most so many %s', (_, part, most, limit) => {
    const text = (count: number) => `curl ${url} ${part === 's' ? '-' : ''}${part.repeat(count)}`;
    expect(read(text(most))).toMatchObject({ method: 'GET', url });
    for (const count of [most + 1, 40_000])
      expect(problemOf(text(count))).toMatchObject({
        code: 'bad_request',
        field: 'text',
        message: expect.stringContaining(limit),
      });
  });

  it.each([
    ['quotes', '""', 49_997],
    ['escapes', String.raw`\"`, 99_994],
  ])('has at most so many %s', (_, part, most) => {
    const text = (count: number) => `curl ${url} -d ${part.repeat(count)}`;
    expect(read(text(most))).toMatchObject({ method: 'POST', url });
    expect(problemOf(text(most + 1))).toMatchObject({
      code: 'bad_request',
      field: 'text',
      message: expect.stringContaining('100,000'),
    });
  });

  it('has values of any length next to their option', () => {
    const long = 's'.repeat(100_000);
    expect(read(`curl -sSd${long} ${url}`).body).toBe(long);
    expect(problemOf(`curl -s-${long} ${url}`).message).toContain('50 options');
    expect(read(`curl --data=${long} ${url}`).body).toBe(long);
    expect(read(`curl -${'s'.repeat(50)}d${long} ${url}`).body).toBe(long);
  });

  it('of a megabyte is read or refused', () => {
    const most = 1_048_576;
    const long = (text: string) => text.padEnd(most, text.at(-1));
    expect(read(`curl ${url} -d '${'é'.repeat(100_000)}'`).body).toHaveLength(100_000);
    expect(read(`curl ${url} -d $'${'\\n'.repeat(500_000)}'`).body).toHaveLength(500_000);
    const ends = ["'", "$'\\\\", '"', '"$(printf \'', "$(printf ''", '\\', '$', ' ', '|', '-'];
    for (const end of ends) expect(problemOf(long(`curl ${end}`)).field).toBe('text');
    expect(RequestText.safeParse({ text: 'a'.repeat(most + 1) }).success).toBe(false);
  });
});

const har = (...entries: readonly object[]): string => JSON.stringify({ log: { entries } });
const entryOf = (request: object, more: object = {}) => ({
  request: { method: 'POST', url, headers: [], ...request },
  ...more,
});
const gzip = [{ name: 'Content-Encoding', value: 'gzip' }];

describe('a HAR', () => {
  it.each<[string, object, object]>([
    ['text', entryOf({ postData: { mimeType: 'a/b', text: 'é' } }), { body: 'é', isText: true }],
    ['Base64', entryOf({ postData: { text: '/w==', _encoding: 'base64' } }), { body: '\xff' }],
    [
      'the fields of a form',
      entryOf({ postData: { text: '', params: [{ name: 'a', value: 'b c' }, { name: 'd' }] } }),
      { body: 'a=b+c&d=' },
    ],
    ['no body', entryOf({ method: 'get', url: `${url}#x` }), { method: 'GET', body: '' }],
    [
      'headers of HTTP/2',
      entryOf({
        headers: [
          { name: ':path', value: '/' },
          { name: 'host', value: 'a' },
        ],
      }),
      { headers: [] },
    ],
    ['a decoded body', entryOf({ headers: gzip, postData: { text: 'a' } }), { headers: [] }],
    [
      'an exported body',
      entryOf({ headers: gzip, postData: { text: 'a' }, bodySize: 1 }, { _mock: {} }),
      { headers: [['Content-Encoding', 'gzip']] },
    ],
  ])('with %s is read', (_, entry, expected) => {
    expect(read(har(entry))).toMatchObject({ url, ...expected });
  });

  it('lists several entries, of which one is read by its number', () => {
    const text = `\uFEFF${har(entryOf({}), {}, entryOf({ method: 'PUT' }))}`;
    expect(readRequest({ text })).toEqual({
      kind: 'entries',
      entryCount: 3,
      entries: [
        { entry: 1, method: 'POST', url },
        { entry: 2, method: '', url: '' },
        { entry: 3, method: 'PUT', url },
      ],
    });
    expect(read(text, 3)).toMatchObject({ method: 'PUT' });
    expect(problemOf(text, 2).message).toContain('request');
    expect(problemOf(text, 4)).toMatchObject({ code: 'bad_request', field: 'entry' });
    const many = har(...Array.from({ length: maxListedEntries + 1 }, () => entryOf({})));
    expect(readRequest({ text: many })).toMatchObject({ entryCount: maxListedEntries + 1 });
    expect(read(many, maxListedEntries + 1)).toMatchObject({ url });
  });

  it('has at most so many entries', () => {
    const textOf = (count: number) => har(...Array<object>(count).fill({}));
    expect(readRequest({ text: textOf(10_000) })).toMatchObject({ entryCount: 10_000 });
    expect(problemOf(textOf(10_001))).toMatchObject({
      code: 'bad_request',
      field: 'text',
      message: expect.stringContaining('10,000 entries'),
    });
  });

  it.each([
    ['without entries', har()],
    ['that is incomplete', har(entryOf({})).slice(0, -2)],
    ['without a log', '{}'],
    ['that is nested too deep', `${'['.repeat(1_000_000)}`],
    ['with a body that was not recorded', har(entryOf({ bodySize: 5 }))],
    [
      'with a form with files',
      har(entryOf({ postData: { mimeType: 'multipart/form-data', params: [{ name: 'a' }] } })),
    ],
    [
      'with an incomplete export',
      har(entryOf({ postData: { text: 'a' }, bodySize: 2 }, { _delivery: {} })),
    ],
    ['with another scheme', har(entryOf({ url: 'data:,x' }))],
    ['with a control character', har(entryOf({ url: `${url}/\x1b` }))],
    ['with an invalid header', har(entryOf({ headers: [{ name: 'X', value: 'a\nb' }] }))],
  ])('%s is an error that names its text', (_, text) => {
    expect(problemOf(text)).toMatchObject({ code: 'bad_request', field: 'text' });
  });

  it.each([
    ['request.headers', (values: readonly object[]) => entryOf({ headers: values })],
    [
      'request.postData.params',
      (values: readonly object[]) => entryOf({ postData: { params: values } }),
    ],
  ])('with too many %s is refused before any is read', (field, entryWith) => {
    const textOf = (count: number) => har(entryWith(Array(count).fill({})));
    expect(problemOf(textOf(10_000)).message).toContain(`${field}.0.name`);
    for (const count of [10_001, 300_000])
      expect(problemOf(textOf(count))).toMatchObject({
        code: 'bad_request',
        field: 'text',
        message: expect.stringContaining(`10,000 ${field}.`),
      });
  });

  it('that Hookwright exports is read byte for byte', async () => {
    const { core } = await startCore();
    const mock = await makeMock(core);
    const target = urlOf(mock);
    const bytes = Uint8Array.from([0, 255, 10, 128]);
    await fetch(target, { method: 'PUT', body: bytes, headers: { 'X-One': '1' } });
    const file = await exported(core, { format: 'har', mockId: mock.id, secrets: true });
    const { method, headers, body, isText } = read(file.bytes.toString());
    expect({ method, body, isText }).toEqual({
      method: 'PUT',
      body: '\0\xff\n\x80',
      isText: false,
    });
    expect(headers).toContainEqual(['X-One', '1']);
  });
});
