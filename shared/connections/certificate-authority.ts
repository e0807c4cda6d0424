import { z } from 'zod';
import { Id, Name, Timestamp } from '#shared/kit/name.ts';

/** A certificate authority trusted for webhooks, in addition to the system's and Node's (D30). */
export const CertificateAuthority = z.object({
  id: Id,
  name: Name,
  pem: z.string(),
  subject: z.string(),
  /** SHA-256 of the certificate, as colon-separated hex. */
  fingerprint: z.string(),
  validTo: Timestamp,
  createdAt: Timestamp,
});
export type CertificateAuthority = z.infer<typeof CertificateAuthority>;

export const NewCertificateAuthority = z.object({
  /** Default: the subject of the certificate. */
  name: Name.optional(),
  /** One certificate in PEM form. */
  pem: z
    .string({ error: 'Certificate is missing. Paste it in PEM format.' })
    .max(65_536, 'Certificate is too long. Paste one certificate in PEM format.'),
});
export type NewCertificateAuthority = z.infer<typeof NewCertificateAuthority>;
