/**
 * Common signature bugs in Node. Reads the task, writes {cause@secret#variant: [digest or null]}.
 */
import { createHash, createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { deflateSync, gzipSync } from 'node:zlib';

const task = JSON.parse((await buffer(process.stdin)).toString());
const { secrets, url, path, query, seconds } = task;
type Bytes = string | Buffer;
type Bugs = Readonly<Record<string, (raw: Buffer) => Bytes | null>>;
const sign = (data: Bytes, key: Bytes = secrets.plain, hash = 'sha1') =>
  createHmac(hash, key).update(data).digest('hex');

/** The result of `text += chunk` for these chunks. */
function concatenated(raw: Buffer, ends: readonly number[]) {
  let text = '';
  let from = 0;
  for (const end of [...ends, raw.length]) {
    text += raw.subarray(from, end);
    from = end;
  }
  return text;
}
const every = (raw: Buffer, size: number) =>
  Array.from({ length: Math.ceil(raw.length / size) - 1 }, (_, at) => (at + 1) * size);
const insideOf = (raw: Buffer, nth: number) => {
  const at = [...raw.keys()].filter((index) => (raw[index] ?? 0) >= 0xc0)[nth];
  return at === undefined ? [] : [at + 1];
};
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const deepSorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(deepSorted)
    : isRecord(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, deepSorted(value[key])]),
        )
      : value;
const pick = (value: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]]));

const parse = (raw: Buffer) => JSON.parse(raw.toString());

const bugs: Bugs = {
  json_javascript: (raw) => JSON.stringify(parse(raw)),
  json_indent_2: (raw) => JSON.stringify(parse(raw), null, 2),
  json_indent_4: (raw) => JSON.stringify(parse(raw), null, 4),
  json_indent_tab: (raw) => JSON.stringify(parse(raw), null, '\t'),
  json_indent_1: (raw) => JSON.stringify(parse(raw), null, 1),
  json_indent_3: (raw) => JSON.stringify(parse(raw), null, 3),
  json_indent_8: (raw) => JSON.stringify(parse(raw), null, 8),
  json_sorted: (raw) => JSON.stringify(deepSorted(parse(raw))),
  json_javascript_replacer: (raw) => JSON.stringify(parse(raw), Object.keys(parse(raw)).sort()),
  'json_javascript_replacer#kept': (raw) => JSON.stringify(parse(raw), Object.keys(parse(raw))),
  'json_javascript_replacer#few': (raw) =>
    JSON.stringify(parse(raw), ['type', 'userId', 'event', 'properties', 'timestamp']),
  json_fields_reordered: (raw) =>
    JSON.stringify(pick(parse(raw), ['userId', 'type', 'event', 'timestamp', 'properties'])),
  body_double_encoded: (raw) => JSON.stringify(raw.toString()),
  'body_double_encoded#rewritten': (raw) => JSON.stringify(JSON.stringify(parse(raw))),
  body_buffer_json: (raw) => JSON.stringify(raw),
  body_object: (raw) => `${parse(raw)}`,
  body_undefined: () => String(undefined),
  body_empty_object: () => JSON.stringify({}),
  body_binary: (raw) => Buffer.from(raw.toString(), 'binary'),
  body_newline: (raw) => `${raw}\n`,
  body_with_url: (raw) => url + raw,
  'body_with_url#after': (raw) => raw + url,
  body_with_path: (raw) => path + raw,
  'body_with_path#query': (raw) => path + query + raw,
  body_with_method: (raw) => `POST${path}${raw}`,
  'body_with_method#url': (raw) => `POST${url}${raw}`,
  body_timestamp_dot: (raw) => `${undefined}.${raw}`,
  'body_timestamp_dot#body': (raw) => `${parse(raw).timestamp}.${raw}`,
  'body_timestamp_dot#unix': (raw) =>
    `${Math.floor(Date.parse(parse(raw).timestamp) / 1_000)}.${raw}`,
  'body_timestamp_dot#now': (raw) => `${seconds}.${raw}`,
  body_timestamp_versioned: (raw) => `v0:${undefined}:${raw}`,
  'body_timestamp_versioned#body': (raw) => `v0:${parse(raw).timestamp}:${raw}`,
  'body_timestamp_versioned#now': (raw) => `v0:${seconds}:${raw}`,
  body_id_timestamp: (raw) => `${undefined}.${undefined}.${raw}`,
  body_truncated: (raw) => raw.subarray(0, 200),
  'body_truncated#1024': (raw) => (raw.length > 1_024 ? raw.subarray(0, 1_024) : null),
  'body_truncated#2048': (raw) => (raw.length > 2_048 ? raw.subarray(0, 2_048) : null),
  'body_truncated#characters': (raw) => raw.subarray(0, raw.toString().length),
  'body_truncated#decoded': (raw) => raw.subarray(0, insideOf(raw, 2)[0] ?? 50).toString(),
  body_zero_padded: (raw) => Buffer.concat([raw], 4_096),
  'body_zero_padded#65536': (raw) => Buffer.concat([raw], 65_536),
  'body_zero_padded#one': (raw) => Buffer.concat([raw], raw.length + 1),
  body_last_chunk: (raw) => raw.subarray(every(raw, 128).at(-1) ?? 0),
  body_split_character: (raw) => concatenated(raw, insideOf(raw, 0)),
  'body_split_character#later': (raw) => concatenated(raw, insideOf(raw, 5)),
  'body_split_character#chunks': (raw) => concatenated(raw, every(raw, 64)),
  body_gzip: (raw) => gzipSync(raw),
  body_deflate: (raw) => deflateSync(raw),
  body_url_encoded: (raw) => encodeURIComponent(raw.toString()),
  body_base64: (raw) => raw.toString('base64'),
  body_empty: () => '',
};
const even = (raw: Buffer) => (raw.length % 2 === 0 ? raw : null);
const digests: Bugs = {
  body_update_hex: (raw) =>
    even(raw) &&
    createHmac('sha1', secrets.plain).update(raw.toString('latin1'), 'hex').digest('hex'),
  body_update_base64: (raw) =>
    createHmac('sha1', secrets.plain).update(raw.toString(), 'base64').digest('hex'),
  'body_binary#update': (raw) =>
    createHmac('sha1', secrets.plain).update(raw.toString(), 'latin1').digest('hex'),
  secret_undefined: (raw) => sign(raw, String(undefined)),
  secret_newline: (raw) => sign(raw, `${secrets.plain}\n`),
  'secret_prefix_stripped_decoded@whsec': (raw) =>
    sign(raw, Buffer.from(String(secrets.whsec).split('_')[1] ?? '', 'base64')),
  'secret_prefix_stripped@whsec': (raw) => sign(raw, secrets.whsec.slice('whsec_'.length)),
  'secret_base64_decoded@base64': (raw) => sign(raw, Buffer.from(secrets.base64, 'base64')),
  'secret_base64_decoded@odd': (raw) => sign(raw, Buffer.from(secrets.odd, 'base64')),
  'secret_hex_decoded@hex': (raw) => sign(raw, Buffer.from(secrets.hex, 'hex')),
  digest_sha256: (raw) => sign(raw, secrets.plain, 'sha256'),
  digest_without_key: (raw) => createHash('sha1').update(raw).digest('hex'),
  format_base64: (raw) => createHmac('sha1', secrets.plain).update(raw).digest('base64'),
  format_buffer: (raw) => `<Buffer ${sign(raw).replace(/..(?=.)/g, '$& ')}>`,
  format_byte_list: (raw) => JSON.stringify(createHmac('sha1', secrets.plain).update(raw).digest()),
  format_prefix: (raw) => `sha1=${sign(raw)}`,
};
const bodies = task.bodies.map((body: string) => Buffer.from(body)) as Buffer[];
const all = (list: Bugs, toDigest: (given: Bytes | null) => Bytes | null) =>
  Object.entries(list).map(([name, bug]) => [name, bodies.map((raw) => toDigest(bug(raw)))]);
process.stdout.write(
  JSON.stringify(
    Object.fromEntries([
      ...all(bugs, (data) => (data === null ? null : sign(data))),
      ...all(digests, (digest) => digest),
    ]),
  ),
);
