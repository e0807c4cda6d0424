/** Content that other providers sign together with the body: a URL, a timestamp, an ID. */
import { headerName } from '../fixes.ts';
import type { Body, Mistake } from '../mistakes/mistake.ts';
import type {
  CandidateGroup,
  CandidateInput,
  RequestContext,
  WrittenCandidate,
} from './candidate-group.ts';

const toCandidate = (
  write: CandidateInput['write'],
  mistake: Mistake,
  ...parts: readonly (string | Buffer)[]
): WrittenCandidate => ({
  end: parts.reduce<number>(write, 0),
  explain: () => [mistake],
});

const mistake = (code: string, what: string): Mistake => ({
  code,
  message: ({ who, profile }) =>
    `The ${who} hashed ${what}; ${headerName(profile)} covers the body alone.`,
  fix: 'raw_body',
  addsParts: true,
});

const withUrl = mistake('body_with_url', 'the URL together with the body');
const withPath = mistake('body_with_path', 'the path of the URL together with the body');
const withMethod = mistake('body_with_method', 'the method and the URL or its path with the body');
const dotted = mistake('body_timestamp_dot', 'a timestamp, a period and the body (timestamp.body)');
const timestamped = mistake('body_timestamp', 'a timestamp together with the body');
const versioned = mistake(
  'body_timestamp_versioned',
  'a version, a timestamp and the body (v0:timestamp:body)',
);
const identified = mistake(
  'body_id_timestamp',
  'an id, a timestamp and the body (id.timestamp.body)',
);

function parsedUrl(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Common paths, used if the webhook is unknown. */
const commonPaths = ['/', '/webhook', '/webhooks', '/hook', '/hooks', '/api/webhooks'];

/** URLs as a receiver may see them, such as behind a TLS-terminating proxy or without the query. */
function urlsAndPaths({ urls }: RequestContext): { urls: Set<string>; paths: Set<string> } {
  const variants = { urls: new Set<string>(), paths: new Set<string>() };
  for (const url of urls) {
    const parsed = parsedUrl(url);
    if (parsed === undefined) continue;
    const { host, hostname, pathname, search } = parsed;
    for (const path of [pathname + search, pathname]) {
      variants.paths.add(path);
      variants.urls.add(url);
      for (const origin of [host, hostname])
        for (const scheme of ['http://', 'https://', '']) variants.urls.add(scheme + origin + path);
    }
    if (pathname === '/')
      for (const scheme of ['http://', 'https://']) variants.urls.add(scheme + host);
  }
  for (const path of commonPaths) variants.paths.add(path);
  return variants;
}

const separators = ['', '\n', '.', ':', '|', '&', ' ', ','];

function* withUrls({
  body: { bytes },
  context,
  write,
}: CandidateInput): Generator<WrittenCandidate> {
  const { urls, paths } = urlsAndPaths(context);
  for (const [kind, targets] of [
    [withUrl, urls],
    [withPath, paths],
  ] as const)
    for (const target of targets)
      for (const separator of separators) {
        yield toCandidate(write, kind, target, separator, bytes);
        yield toCandidate(write, kind, bytes, separator, target);
        for (const method of ['POST', 'post'])
          yield toCandidate(write, withMethod, method, separator, target, separator, bytes);
      }
  for (const separator of separators)
    yield toCandidate(write, withMethod, 'POST', separator, bytes);
}

function textFields({ document }: Body, names: readonly string[]): readonly string[] {
  const root = document();
  if (root?.kind !== 'object') return [];
  return root.entries.flatMap(([key, value]) =>
    names.includes(key) && value.kind === 'string' ? [value.value] : [],
  );
}

/** How a missing header or variable is rendered in a string. */
const missing = ['undefined', 'null', 'None', 'nil', '<nil>', ''];

const inUnixTime = (moment: string): readonly string[] => {
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? [] : [String(Math.floor(ms / 1_000)), String(ms)];
};

function timestamps({ body, context, observed }: CandidateInput): ReadonlySet<string> {
  const timestamp = /(?:^|[\s,;])ts?=(\d{9,16})/.exec(observed)?.[1];
  const bodyTimes = textFields(body, ['timestamp', 'sentAt', 'receivedAt', 'originalTimestamp']);
  return new Set([
    ...(timestamp === undefined ? [] : [timestamp]),
    ...bodyTimes,
    ...bodyTimes.flatMap(inUnixTime),
    ...context.headerValues,
    ...context.seconds.map(String),
    ...missing,
  ]);
}

function* withTimestamps(input: CandidateInput): Generator<WrittenCandidate> {
  const { write } = input;
  const { bytes } = input.body;
  const ids = [...textFields(input.body, ['messageId']), ...missing];
  for (const at of timestamps(input)) {
    yield toCandidate(write, dotted, at, '.', bytes);
    for (const version of ['v0', 'v1'])
      yield toCandidate(write, versioned, version, ':', at, ':', bytes);
    for (const separator of ['', ':', ',', '|', '\n', '-', ' ', '+']) {
      if (at + separator === '') continue;
      yield toCandidate(write, timestamped, at, separator, bytes);
      yield toCandidate(write, timestamped, bytes, separator, at);
    }
    yield toCandidate(write, timestamped, bytes, '.', at);
    for (const id of ids) yield toCandidate(write, identified, id, '.', at, '.', bytes);
  }
}

export const signedContentGroups: readonly CandidateGroup[] = [
  { candidates: withTimestamps, maxBytes: 16 * 1024 * 1024 },
  { candidates: withUrls, maxBytes: 16 * 1024 * 1024 },
];
