import { z } from 'zod';
import { Id, Moment, Name } from './name.ts';

/** A certificate authority the user trusts for webhooks, besides the system's and Node's (D30). */
export const CertificateAuthority = z.object({
  id: Id,
  name: Name,
  pem: z.string(),
  subject: z.string(),
  /** SHA-256 of the certificate, as colon-separated hex. */
  fingerprint: z.string(),
  validTo: Moment,
  createdAt: Moment,
});
export type CertificateAuthority = z.infer<typeof CertificateAuthority>;

export const NewCertificateAuthority = z.object({
  /** Taken from the certificate's subject when absent. */
  name: Name.optional(),
  /** One certificate in PEM form. */
  pem: z
    .string({ error: 'Certificate is missing: paste it in PEM form.' })
    .max(65_536, 'Certificate is too long: paste one certificate in PEM form.'),
});
export type NewCertificateAuthority = z.infer<typeof NewCertificateAuthority>;
