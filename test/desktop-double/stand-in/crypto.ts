/** Electron's Node has BoringSSL for its cryptography, without many of OpenSSL's algorithms. */
import { createRequire, syncBuiltinESMExports } from 'node:module';

type Crypto = typeof import('node:crypto');
type Limited =
  | 'createCipheriv'
  | 'createDecipheriv'
  | 'createHash'
  | 'createHmac'
  | 'generateKeyPairSync'
  | 'hash'
  | 'sign'
  | 'verify';

const hashes = /^(md5|sha1|sha224|sha256|sha384|sha512)$/i;
const ciphers = /^aes-(128|192|256)-(cbc|ctr|ecb|gcm)$/i;
const keyTypes = /^(rsa|ec|ed25519|x25519)$/;

/** The first parameter of each function names its algorithm. */
const algorithms: Readonly<Record<Limited, RegExp>> = {
  ...{ createCipheriv: ciphers, createDecipheriv: ciphers },
  ...{ createHash: hashes, createHmac: hashes, hash: hashes, sign: hashes, verify: hashes },
  generateKeyPairSync: keyTypes,
};

export function limitCrypto(): void {
  const crypto: Crypto = createRequire(import.meta.url)('node:crypto');
  for (const [name, known] of Object.entries(algorithms)) {
    const real = Reflect.get(crypto, name) as (...args: unknown[]) => unknown;
    Reflect.set(crypto, name, (algorithm: unknown, ...rest: unknown[]) => {
      // Signatures of some keys name none.
      if (typeof algorithm === 'string' && !known.test(algorithm))
        throw new Error(`BoringSSL has no "${algorithm}".`);
      return real(algorithm, ...rest);
    });
  }
  syncBuiltinESMExports();
}
