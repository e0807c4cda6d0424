/**
 * Expected errors: a code, a message and, if known, the field and the fix. Sockets and ports carry
 * field and fix in `data`; REST has them next to the code.
 */
import { z } from 'zod';
import './issue-text.ts';

/** One field that was rejected: its path in the input, what is wrong, and how to fix it. */
export const FieldIssue = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  fix: z.string().optional(),
});
export type FieldIssue = z.infer<typeof FieldIssue>;

export const ErrorData = z.object({
  /** The field at fault, such as `webhooks[1].url`; the first when there are several. */
  field: z.string().optional(),
  fix: z.string().optional(),
  /** All fields at fault. */
  issues: z.array(FieldIssue).optional(),
});
export type ErrorData = z.infer<typeof ErrorData>;

export const errorStatuses = {
  bad_request: 400,
  not_found: 404,
  /** The current state does not allow it, such as retrying a delivery in flight. */
  conflict: 409,
  /** The state of a job does not allow the command. */
  job_state: 409,
  too_many_subscribers: 429,
  /** Only the beginning of a recorded body was kept. */
  body_truncated: 409,
  /** A recorded header was stored without its secret. */
  header_redacted: 409,
  /** Temporarily impossible: the disk is full, or the ingestion endpoint isn't listening. */
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof errorStatuses;

/** The body of an error over REST. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  ...ErrorData.shape,
});
export type ErrorBody = z.infer<typeof ErrorBody>;
