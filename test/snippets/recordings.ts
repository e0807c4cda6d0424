/** Recorded statuses of snippets whose frameworks the tests can't install. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerificationSnippet } from '#shared/signatures/snippets/verification-snippets.ts';

export interface Recording {
  readonly recordedOn: string;
  readonly versions: readonly string[];
  /** Of the code. */
  readonly sha256: string;
  readonly statuses: Readonly<Record<string, number>>;
  readonly rejectsWithoutSecret: boolean;
}

const fileOf = (id: string): string => join(import.meta.dirname, 'recordings', `${id}.json`);

export const hashOf = ({ code }: VerificationSnippet): string =>
  createHash('sha256').update(code('MY_SECRET')).digest('hex');

export const readRecording = (id: string): Recording | null =>
  existsSync(fileOf(id)) ? JSON.parse(readFileSync(fileOf(id), 'utf8')) : null;

export const writeRecording = (id: string, recording: Recording): void =>
  writeFileSync(fileOf(id), `${JSON.stringify(recording, null, 2)}\n`);
