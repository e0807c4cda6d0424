/**
 * Stores the development CA in a separate file, so that copies of the database don't contain its
 * key.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isPrivate, writePrivateFile } from '#main/kit/files.ts';
import type { SecretBox } from '#main/kit/ports.ts';
import { constraintsOf, type KeyPair } from './create-certificate.ts';
import { isOwnHostName, nameConstraints } from './host-names.ts';

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

/**
 * Clients trust it, so a file that someone else prepared must not be used: it is signed by its own
 * key, and limited to names of this machine (D51).
 */
function isDevelopmentCa({ certificate, privateKey, hostName }: StoredCa): boolean {
  const parsed = new X509Certificate(certificate);
  const constraints = constraintsOf(certificate);
  return (
    parsed.ca &&
    parsed.verify(parsed.publicKey) &&
    (privateKey === null || parsed.checkPrivateKey(createPrivateKey(privateKey))) &&
    isOwnHostName(hostName) &&
    constraints?.equals(Buffer.from(nameConstraints(hostName))) === true
  );
}

/** Throws if other users have access. */
function readPrivately(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    if (!isPrivate(fstatSync(descriptor))) throw new Error('Other users have access.');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Seals a key stored without a keychain. Undefined if the file doesn't exist, `damaged` if it can't be used. */
export function readCa(file: string, secretBox: SecretBox): StoredCa | 'damaged' | undefined {
  rmSync(`${file}.tmp`, { force: true });
  try {
    const { certificate, privateKey, hostName } = CaFile.parse(JSON.parse(readPrivately(file)));
    const key = openOrNull(secretBox, privateKey);
    const ca = { certificate, privateKey: key, hostName };
    if (!isDevelopmentCa(ca)) return 'damaged';
    if (key !== null && secretBox.isPlain?.(Buffer.from(privateKey, 'base64')) === true)
      writeCa(file, secretBox, { certificate, privateKey: key, hostName });
    return ca;
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
