import { z } from 'zod';
import { Timestamp } from '#shared/kit/name.ts';
import { ListenProblem } from '#shared/kit/problem.ts';
import { Storage } from './retention.ts';

/** Why clients may have to trust the development CA's certificate again (D51). */
export const DevelopmentCaAlert = z.enum(['development_ca_replaced', 'development_ca_expiring']);
export type DevelopmentCaAlert = z.infer<typeof DevelopmentCaAlert>;

/** Data of a workspace that was moved, for the one that is open. */
export const DataOffer = z.object({
  /** Where the workspace was. */
  folder: z.string(),
  /** Whether it is used from the next start on. */
  isChosen: z.boolean(),
});
export type DataOffer = z.infer<typeof DataOffer>;

/** A data folder whose workspace is gone. */
export const DataFolderOfWorkspace = z.object({
  id: z.string(),
  /** Where the workspace was. */
  folder: z.string(),
  bytes: z.number().int(),
});
export type DataFolderOfWorkspace = z.infer<typeof DataFolderOfWorkspace>;

export const System = z.object({
  version: z.string(),
  /** Random per start; change numbers are valid within one epoch. */
  epoch: z.string(),
  now: Timestamp,
  /** Ingestion endpoint, such as `http://127.0.0.1:8377`; null if it can't listen. */
  ingestUrl: z.string().nullable(),
  /** Why the address is not the default or missing; else null. */
  ingestProblem: ListenProblem.nullable(),
  /** Ingestion endpoint over https; null if off. */
  ingestHttpsUrl: z.string().nullable(),
  /** Why https is on but not served; else null. */
  ingestHttpsProblem: ListenProblem.nullable(),
  /** Mock endpoints, such as `http://127.0.0.1:8379`; null if they can't listen. */
  mockUrl: z.string().nullable(),
  /** Mock endpoints over https; null if none uses it, or they can't listen. */
  mockHttpsUrl: z.string().nullable(),
  /** Why a mock endpoint port is not the default or missing; else null. */
  mockProblem: ListenProblem.nullable(),
  /** REST API; null in a host without one. */
  apiUrl: z.string().nullable(),
  dataFolder: z.string(),
  /** The folder with `hookwright.json` that it was started in; null without. */
  workspace: z
    .object({
      folder: z.string(),
      /** Until it is trusted, `hookwright.json` is not applied, and only mock endpoints are sent to. */
      isTrusted: z.boolean(),
      /** Whether `hookwright.json` was trusted, but has changed since then. */
      hasChanged: z.boolean(),
      /** Servers that its `hookwright.json` sends and forwards to, as `servers` names them. */
      servers: z.array(z.string()),
      /** Names of the environment variables that its `hookwright.json` reads. */
      variables: z.array(z.string()),
    })
    .nullable(),
  /** Data of another workspace with the same configuration file, whose path is gone; null without. */
  dataOffer: DataOffer.nullable(),
  /** How secrets are stored: `encrypted` with the system's keychain, or `plain`. */
  secretsAtRest: z.enum(['encrypted', 'plain']),
  /** Replaced after it expired, or expires within 30 days; null when dismissed. */
  developmentCaAlert: DevelopmentCaAlert.nullable(),
  storage: Storage,
});
export type System = z.infer<typeof System>;
