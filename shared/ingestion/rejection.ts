/** Why a message or request is rejected, in detail; `rejection-text.ts` has the text. */
import { z } from 'zod';
import { coded } from '#shared/kit/problem.ts';

export const RejectionProblem = z.discriminatedUnion('code', [
  /** The message needs a userId or an anonymousId. */
  coded('user_missing', { type: z.string() }),
  coded('id_missing', { field: z.enum(['userId', 'previousId', 'groupId']) }),
  coded('id_not_string', { field: z.string() }),
  coded('event_missing', {}),
  coded('not_string', { field: z.string() }),
  coded('not_object', { field: z.string() }),
  coded('message_not_object', {}),
  coded('type_missing', {}),
  coded('type_unknown', {}),
  coded('type_mismatch', { type: z.string(), pathType: z.string() }),
  coded('timestamp_invalid', { field: z.string() }),
  coded('timestamp_out_of_range', {}),
  coded('batch_missing', {}),
  coded('batch_empty', {}),
  coded('batch_too_long', { messages: z.number().int() }),
  /** `bytes` of context and integrations are added to each message. */
  coded('batch_adds_too_much', { bytes: z.number().int(), messages: z.number().int() }),
  /** `withBatch`: only with the context and integrations of its batch. */
  coded('message_too_large', { withBatch: z.boolean() }),
  coded('request_too_large', {}),
  coded('nested_too_deep', {}),
  /** `detail`: message of the JSON parser. */
  coded('invalid_json', { detail: z.string() }),
  coded('not_utf8', {}),
  /** The body looks compressed, but the request doesn't say so. */
  coded('encoding_missing', { encoding: z.enum(['gzip', 'deflate']) }),
  coded('encoding_not_supported', { encoding: z.string() }),
  coded('encoding_invalid', { encoding: z.string() }),
  coded('write_key_missing', {}),
  coded('write_key_unknown', {}),
  /** The workspace is not trusted, so the sources of its `hookwright.json` are not applied. */
  coded('write_key_unread', {}),
  /** A browser SDK loaded its settings with this write key. */
  coded('settings_key_unknown', { writeKey: z.string() }),
  coded('source_disabled', { source: z.string() }),
  coded('path_unknown', { method: z.string(), path: z.string() }),
]);
export type RejectionProblem = z.infer<typeof RejectionProblem>;
