/** Certificate authorities the user trusts for webhooks (D30). */
import { X509Certificate } from 'node:crypto';
import { fieldError, notFound } from '#main/kit/app-error.ts';
import { randomText } from '#main/kit/random.ts';
import type {
  CertificateAuthority,
  NewCertificateAuthority,
} from '#shared/connections/certificate-authority.ts';
import type { ById } from '#shared/kit/entity.ts';
import type { ConfigTools } from './sources.ts';

function readCertificate(pem: string): X509Certificate {
  if ((pem.match(/-----BEGIN CERTIFICATE-----/g) ?? []).length > 1)
    throw fieldError(
      ['pem'],
      'The text contains more than one certificate.',
      'Add them one at a time.',
    );
  try {
    return new X509Certificate(pem);
  } catch {
    throw fieldError(
      ['pem'],
      'This is not a PEM certificate.',
      'Paste the text from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
    );
  }
}

/** The common name, or the whole subject on one line. */
function nameOf(certificate: X509Certificate): string {
  const commonName = /(?:^|\n)CN=(.+)/.exec(certificate.subject)?.[1];
  return (
    (commonName ?? certificate.subject.replaceAll('\n', ', ')).slice(0, 100) ||
    'Certificate authority'
  );
}

export function createAuthorities({ store, clock, random }: ConfigTools) {
  return {
    list: () => store.certificateAuthorities.all(),
    async create(input: NewCertificateAuthority): Promise<CertificateAuthority> {
      const certificate = readCertificate(input.pem);
      const fingerprint = certificate.fingerprint256;
      const authority: CertificateAuthority = {
        id: `aut_${randomText(random, 12)}`,
        name: input.name ?? nameOf(certificate),
        pem: certificate.toString(),
        subject: certificate.subject.replaceAll('\n', ', '),
        fingerprint,
        validTo: Date.parse(certificate.validTo),
        createdAt: clock.now(),
      };
      return store.write((tx) => {
        if (
          store.certificateAuthorities
            .all()
            .some((existing) => existing.fingerprint === fingerprint)
        )
          throw fieldError(['pem'], 'This certificate is already trusted.');
        store.certificateAuthorities.insert(tx, authority);
        return authority;
      });
    },
    remove: ({ id }: ById): Promise<void> =>
      store.write((tx) => {
        if (!store.certificateAuthorities.all().some((authority) => authority.id === id))
          throw notFound('certificate authority');
        store.certificateAuthorities.remove(tx, id);
      }),
  };
}
