import { z } from 'zod';
import { Moment } from './name.ts';
import { Storage } from './retention.ts';

/** Why clients may have to trust the development CA's certificate again (D51). */
export const DevelopmentCaAlert = z.enum(['development_ca_replaced', 'development_ca_expiring']);
export type DevelopmentCaAlert = z.infer<typeof DevelopmentCaAlert>;

/** What the running program is and where it listens. */
export const System = z.object({
  version: z.string(),
  /** Random per start: change numbers of another run mean nothing in this one. */
  epoch: z.string(),
  now: Moment,
  /** Address of the ingestion endpoint, such as `http://127.0.0.1:8377`; null when it could not listen. */
  ingestUrl: z.string().nullable(),
  /** Why an address is not the usual one, or missing, as a sentence; null when all is usual. */
  ingestProblem: z.string().nullable(),
  /** Address of the ingestion over https; null when it is off. */
  ingestHttpsUrl: z.string().nullable(),
  /** Why it is not served over https though that is on; null when nothing is in the way. */
  ingestHttpsProblem: z.string().nullable(),
  /** Address of the receivers, such as `http://127.0.0.1:8379`; null when it could not listen. */
  receiverUrl: z.string().nullable(),
  /** The same over https; null while no receiver asks for it, or when it could not listen. */
  receiverHttpsUrl: z.string().nullable(),
  /** Why a port of the receivers is not the usual one, or missing, as a sentence; else null. */
  receiverProblem: z.string().nullable(),
  /** Address of the REST interface; null in a host without one. */
  apiUrl: z.string().nullable(),
  dataFolder: z.string(),
  /** How secrets lie on disk: `encrypted` by the system's keychain, or `plain`. */
  secretsAtRest: z.enum(['encrypted', 'plain']),
  /** Replaced by an upgrade or after it expired, or expires within 30 days; null when dismissed. */
  developmentCaAlert: DevelopmentCaAlert.nullable(),
  storage: Storage,
});
export type System = z.infer<typeof System>;
