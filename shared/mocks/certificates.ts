/** Certificates of https mock endpoints, created at startup: all that is said about each. */
import { z } from 'zod';

interface Certificate {
  /** In the reference and beside the choice. */
  readonly about: string;
  readonly title: string;
  /** In a line; empty if it needs no mention. */
  readonly label: string;
  /** In the description of a mock endpoint; empty if it needs no mention. */
  readonly summary: string;
}

const certificates = {
  none: { about: 'Plain HTTP.', title: 'None (HTTP)', label: '', summary: '' },
  good: {
    about: 'Issued by the development CA for this machine.',
    ...{ title: 'Valid', label: '', summary: 'HTTPS, trusted certificate' },
  },
  self_signed: {
    about: 'Self-signed.',
    ...{ title: 'Self-signed', label: 'self-signed', summary: 'HTTPS, self-signed certificate' },
  },
  expired: {
    about: 'Issued by the development CA; expired last night.',
    ...{ title: 'Expired', label: 'expired', summary: 'HTTPS, expired certificate' },
  },
  not_yet_valid: {
    about: 'Issued by the development CA; becomes valid in a year.',
    ...{ title: 'Not yet valid', label: 'not yet valid' },
    summary: 'HTTPS, certificate not yet valid',
  },
  wrong_host: {
    about: 'Issued by the development CA for other.localhost.',
    ...{ title: 'Wrong host', label: 'for another host' },
    summary: 'HTTPS, certificate for another host',
  },
  unknown_ca: {
    about: 'Issued by an untrusted certificate authority.',
    ...{ title: 'Unknown CA', label: 'from an unknown CA' },
    summary: 'HTTPS, certificate from unknown CA',
  },
  incomplete_chain: {
    about: 'Issued by an intermediate CA whose certificate is not sent.',
    ...{ title: 'Incomplete chain', label: 'incomplete chain' },
    summary: 'HTTPS, incomplete certificate chain',
  },
  handshake_reset: {
    about: 'Resets the connection during the TLS handshake.',
    ...{ title: 'Reset during the handshake', label: 'reset during the handshake' },
    summary: 'Resets during the TLS handshake',
  },
} as const satisfies Readonly<Record<string, Certificate>>;

export const mockTlsNames = Object.keys(certificates) as [keyof typeof certificates];

export const MockTls = z.enum(mockTlsNames, {
  error: `tls must be one of ${mockTlsNames.join(', ')}.`,
});
export type MockTls = z.infer<typeof MockTls>;

export const mockCertificates: Readonly<Record<MockTls, Certificate>> = certificates;
