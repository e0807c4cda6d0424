/**
 * Stores the development CA in a separate file, so that copies of the database don't contain its
 * key.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '../durable-file.ts';
import type { SecretBox } from '../ports.ts';
import type { KeyPair } from './create-certificate.ts';

const CaFile = z.object({
  certificate: z.string(),
  /** Sealed and base64-encoded. */
  privateKey: z.base64(),
  /** The host name in its name constraints. */
  hostName: z.string().nullable(),
});

export interface StoredCa {
  readonly certificate: string;
  /** Null if another user or program sealed it. */
  readonly privateKey: string | null;
  readonly hostName: string | null;
}

export interface NewCa extends KeyPair {
  readonly hostName: string | null;
}

export const caFileIn = (dataFolder: string): string => join(dataFolder, 'development-ca.json');

/** Seals a key stored without a keychain. Undefined if the file doesn't exist, `damaged` if it can't be read. */
export function readCa(file: string, secretBox: SecretBox): StoredCa | 'damaged' | undefined {
  rmSync(`${file}.tmp`, { force: true });
  try {
    const { certificate, privateKey, hostName } = CaFile.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    );
    const key = openOrNull(secretBox, privateKey);
    if (key !== null && secretBox.isPlain?.(Buffer.from(privateKey, 'base64')) === true)
      writeCa(file, secretBox, { certificate, privateKey: key, hostName });
    return { certificate, privateKey: key, hostName };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'damaged';
  }
}

function openOrNull(secretBox: SecretBox, sealed: string): string | null {
  try {
    return secretBox.open(Buffer.from(sealed, 'base64'));
  } catch {
    return null;
  }
}

export function writeCa(file: string, secretBox: SecretBox, ca: NewCa): void {
  const content: z.infer<typeof CaFile> = {
    certificate: ca.certificate,
    privateKey: Buffer.from(secretBox.seal(ca.privateKey)).toString('base64'),
    hostName: ca.hostName,
  };
  writePrivateFile(file, `${JSON.stringify(content)}\n`);
}
