/** Expected refusals: a code, and a sentence for the user that the interface shows as it is. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import '../schemas/sentences.ts';

/** One field that was refused: where it stands in the input, and the sentence that names the fix. */
export const FieldIssue = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
export type FieldIssue = z.infer<typeof FieldIssue>;

/** Every operation of the contract starts here and may answer with these errors. */
export const operation = oc.errors({
  BAD_REQUEST: { status: 400, data: z.object({ issues: z.array(FieldIssue) }) },
  NOT_FOUND: { status: 404 },
  /** The state of things does not allow it, such as retrying what is being sent. */
  CONFLICT: { status: 409 },
  /** The state of a job does not allow the command. */
  job_state: { status: 409 },
  /** The core cannot do it now: the disk is full, the ingestion does not listen. */
  UNAVAILABLE: { status: 503 },
});
