/** Ports of the cores of a sandbox. */
import type { ListenAddress, Log, Random, SecretBox } from '#main/kit/ports.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';

export const anyPort: ListenAddress = { host: '127.0.0.1', port: 0, explicit: true };

/** The scenario file contains the secrets anyway. */
export const throwawaySecretBox: SecretBox = {
  atRest: 'plain',
  seal: (secret) => Buffer.from(secret, 'utf8'),
  open: (sealed) => Buffer.from(sealed).toString('utf8'),
};

/** The same bytes for the same seed. */
export function seededRandom(seed: number): Random {
  let step = 0;
  return {
    bytes: (length) =>
      Uint8Array.from({ length }, () => {
        step += 1;
        return Math.floor(seededFraction(seed, step) * 256);
      }),
  };
}

const textOf = (message: string, details?: Record<string, unknown>): string => {
  const { error } = details ?? {};
  return error instanceof Error ? `${message} ${error.message}` : message;
};

export const sandboxLog = (onError: (message: string) => void): Log => ({
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (message, details) => onError(textOf(message, details)),
});
