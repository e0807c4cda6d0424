/** A zip of test fixtures: the exact body, headers and expectations of each delivery as files. */
import { createZipWriter } from '#main/kit/zip-writer.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { isBodyIncomplete } from '#shared/mocks/request.ts';
import { fixturesReadme } from './fixtures-readme.ts';
import type { FormatWriter, WriterOptions } from './format.ts';
import type { FullDelivery } from './full-delivery.ts';
import type { FullRequest } from './full-request.ts';

const longestName = 40;

/** `000012-track-order-completed`: sorts by number and is valid on every system. */
export function folderName({ summary: { id, type, label } }: Pick<FullDelivery, 'summary'>) {
  return folderOf(id, `${type} ${label}`);
}

function folderOf(id: number, name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
  const short = words.slice(0, longestName).replace(/-+$/, '');
  return `${String(id).padStart(6, '0')}-${short}`;
}

/** Headers that the test's HTTP client sets. */
const connectionHeaders = new Set(['host', 'connection', 'content-length']);

const keptHeaders = (lines: HeaderLines): HeaderLines =>
  lines.filter(([name]) => !connectionHeaders.has(name.toLowerCase()));

const signatureIn = (lines: HeaderLines): string | null =>
  lines.find(([name]) => name.toLowerCase() === 'x-signature')?.[1] ?? null;

function indexEntry(delivery: FullDelivery, folder: string) {
  const { summary, message, requests, redaction } = delivery;
  const [request] = requests;
  return {
    delivery: summary.id,
    method: request?.method ?? 'POST',
    body: `${folder}/body.json`,
    headers: `${folder}/headers.json`,
    url: request?.url ?? null,
    otherUrls: requests.slice(1).map(({ url }) => url),
    destination: summary.destinationId,
    expected: {
      type: message.type,
      messageId: message.messageId,
      userId: message.userId,
      anonymousId: message.anonymousId,
      /** X-Signature; null if unsigned. */
      signature: request === undefined ? null : signatureIn(request.headers),
      state: summary.state,
      lastStatus: summary.lastStatus,
    },
    redacted: redaction.redactedKinds,
  };
}

const isJson = (body: Uint8Array): boolean => {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
};

/** Same format as for a delivery, with the mock endpoint as the destination. */
function requestIndexEntry(
  { mock, entry, url, redaction }: FullRequest,
  files: { readonly body: string; readonly headers: string },
) {
  const { message, signature, status } = entry;
  return {
    delivery: entry.deliveryId,
    request: entry.id,
    method: entry.method,
    ...files,
    url,
    otherUrls: [],
    destination: mock.id,
    expected: {
      type: message?.type ?? null,
      messageId: null,
      userId: null,
      anonymousId: null,
      /** Null if it was missing, invalid or not checked. */
      signature: signature?.raw === 'match' ? signature.received : null,
      state: null,
      lastStatus: status,
    },
    redacted: redaction.redactedKinds,
  };
}

export function createFixturesWriter({ secrets, now }: WriterOptions): FormatWriter {
  const archive = createZipWriter(now);
  const index: string[] = [];
  const destinations = new Map<string, { readonly name: string; readonly sharedSecret?: string }>();
  const text = (content: string): readonly Uint8Array[] => [Buffer.from(content)];
  const json = (value: unknown): readonly Uint8Array[] =>
    text(`${JSON.stringify(value, null, 2)}\n`);
  return {
    start: () => archive.add('README.md', text(fixturesReadme(secrets))),
    *delivery(delivery) {
      const { body, requests, destination } = delivery;
      if (body === null) return;
      const folder = folderName(delivery);
      const { id, name, sharedSecret } = destination;
      destinations.set(id, secrets ? { name, sharedSecret } : { name });
      index.push(JSON.stringify(indexEntry(delivery, folder)));
      yield* archive.add(`${folder}/body.json`, [body]);
      yield* archive.add(`${folder}/headers.json`, json(keptHeaders(requests[0]?.headers ?? [])));
    },
    *request(request) {
      const { entry, mock, body } = request;
      const { id, method, message, headers } = entry;
      if (method === null || isBodyIncomplete(entry)) return;
      const folder = folderOf(id, message === null ? method : `${message.type} ${message.label}`);
      const files = {
        body: `${folder}/${isJson(body) ? 'body.json' : 'body.bin'}`,
        headers: `${folder}/headers.json`,
      };
      const { name, secret } = mock;
      destinations.set(mock.id, secrets ? { name, sharedSecret: secret } : { name });
      index.push(JSON.stringify(requestIndexEntry(request, files)));
      yield* archive.add(files.body, [body]);
      yield* archive.add(files.headers, json(keptHeaders(headers)));
    },
    *end() {
      const head = { version: 1, destinations: Object.fromEntries(destinations) };
      const deliveries = `"deliveries":[\n${index.join(',\n')}\n]`;
      yield* archive.add(
        'index.json',
        text(`${JSON.stringify(head).slice(0, -1)},\n${deliveries}}\n`),
      );
      yield* archive.end();
    },
  };
}
