/** Recorded requests of real SDKs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './expected-body.ts';

interface RecordingFile {
  readonly client: string;
  readonly version: string;
  readonly requests: readonly {
    readonly method: string;
    readonly url: string;
    readonly rawHeaders: readonly (readonly [string, string])[];
    readonly bodyText: string;
    /** The bytes, if they differ from `bodyText`. */
    readonly bodyBase64?: string;
  }[];
}

export interface Recorded {
  readonly name: string;
  /** The complete request, ready for a socket. */
  readonly bytes: Buffer;
  /** The decoded body. */
  readonly batch: Json & { readonly batch: readonly Json[] };
  readonly writeKey: string;
}

export const recordingNames = [
  'analytics-go-2.1',
  'analytics-go-3.3',
  'analytics-node-3.1',
  'analytics-python-2.3',
] as const;

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'recordings');

function writeKeyOf(headers: readonly (readonly [string, string])[], batch: Json): string {
  const basic = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
  if (basic === undefined) return String(batch.writeKey);
  return Buffer.from(basic.slice('Basic '.length), 'base64').toString().slice(0, -1);
}

export function readRecordings(name: (typeof recordingNames)[number]): readonly Recorded[] {
  const file: RecordingFile = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return file.requests.map(({ method, url, rawHeaders, bodyText, bodyBase64 }, index) => {
    const body =
      bodyBase64 === undefined ? Buffer.from(bodyText) : Buffer.from(bodyBase64, 'base64');
    const lines = rawHeaders.map(([header, value]) => `${header}: ${value}\r\n`).join('');
    const batch = JSON.parse(bodyText);
    return {
      name: `request ${index + 1} of ${file.client} ${file.version}`,
      bytes: Buffer.concat([Buffer.from(`${method} ${url} HTTP/1.1\r\n${lines}\r\n`), body]),
      batch,
      writeKey: writeKeyOf(rawHeaders, batch),
    };
  });
}
