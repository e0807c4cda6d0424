import type { SecretBox } from '#core/ports.ts';

/** No keychain without a desktop session: the interface says that secrets lie on disk as they are. */
export const plainSecretBox: SecretBox = {
  atRest: 'plain',
  seal: (secret) => Buffer.from(secret, 'utf8'),
  open: (sealed) => Buffer.from(sealed).toString('utf8'),
};
