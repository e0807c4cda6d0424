/**
 * Stores secrets unencrypted, because there is no keychain without a desktop session; the interface
 * shows this. The first byte is the format, because both hosts may open the same data folder.
 */
import type { SecretBox } from '#main/kit/ports.ts';

/** The desktop app's keychain.ts uses 1 for secrets in the keychain. */
const plainMark = 0;

export const plainSecretBox: SecretBox = {
  atRest: 'plain',
  seal: (secret) => Buffer.concat([Buffer.of(plainMark), Buffer.from(secret, 'utf8')]),
  open: (sealed) => {
    if (sealed[0] !== plainMark)
      throw new Error(
        'The secret was encrypted by the desktop app. Only the desktop app can read it.',
      );
    return Buffer.from(sealed.subarray(1)).toString('utf8');
  },
};
