/** Text for rejected messages and requests: the field, then the fix. */
import { timestampForms } from '#shared/client/iso-8601.ts';
import { formatCount } from '#shared/kit/format.ts';
import { nestedTooDeep } from '#shared/kit/nesting.ts';
import { sdkMessageTypes } from './message.ts';
import type { RejectionProblem } from './rejection.ts';

const missingIds = {
  userId: 'userId is missing. Set it to the new ID.',
  previousId: 'previousId is missing. Set it to the old ID.',
  groupId: "groupId is missing. Set it to the group's ID.",
} as const;

const types = sdkMessageTypes.join(', ');

export function rejectionText({ code, params }: RejectionProblem): string {
  switch (code) {
    case 'user_missing':
      return `userId and anonymousId are missing or empty. Set one of them for ${params.type}.`;
    case 'id_missing':
      return missingIds[params.field];
    case 'id_not_string':
      return `${params.field} must be a string or a number.`;
    case 'event_missing':
      return 'event is missing. Set it to the event name.';
    case 'not_string':
      return `${params.field} must be a string.`;
    case 'not_object':
      return `${params.field} must be an object.`;
    case 'message_not_object':
      return 'A message must be a JSON object.';
    case 'type_missing':
      return `type is missing. Use one of ${types}.`;
    case 'type_unknown':
      return `type must be one of ${types}.`;
    case 'type_mismatch':
      return `type is "${params.type}" but the path is /v1/${params.pathType}. Use /v1/${params.type}, or omit type.`;
    case 'timestamp_invalid':
      return `${params.field} can't be parsed. Use ISO 8601: ${timestampForms}.`;
    case 'timestamp_out_of_range':
      return 'timestamp is out of range after clock correction. Check timestamp and sentAt.';
    case 'batch_missing':
      return 'batch is missing. Send {"batch": […]} to this path.';
    case 'batch_empty':
      return 'batch is empty. Send at least one message.';
    case 'batch_too_long':
      return `The batch has ${formatCount(params.messages)} messages. Send at most 2,500 at a time.`;
    case 'batch_adds_too_much':
      return `The batch adds ${formatCount(params.bytes)} bytes of context and integrations to each of ${formatCount(params.messages)} messages, over 2,500 KB in total. Send smaller batches.`;
    case 'message_too_large':
      return `${params.withBatch ? "The message with its batch's context and integrations" : 'The message'} is over 32 KB (32,768 bytes). Reduce its size.`;
    case 'request_too_large':
      return 'The request body is over 500 KB (512,000 bytes). Send smaller batches.';
    case 'nested_too_deep':
      return nestedTooDeep;
    case 'invalid_json':
      return `The body is not valid JSON: ${params.detail}.`;
    case 'not_utf8':
      return 'The body is not UTF-8. Send JSON encoded as UTF-8.';
    case 'encoding_missing':
      return `The body looks like ${params.encoding}. Send the header Content-Encoding: ${params.encoding}.`;
    case 'encoding_not_supported':
      return `Content-Encoding "${params.encoding}" is not supported. Use gzip, deflate, br or none.`;
    case 'encoding_invalid':
      return `The body is not valid ${params.encoding}. Compress it again or send it uncompressed.`;
    case 'write_key_missing':
      return 'The write key is missing. Send it as the user name of HTTP Basic authentication.';
    case 'write_key_unknown':
      return 'No source has this write key. Copy it from a source under Connections.';
    case 'write_key_unread':
      return 'No source has this write key. The workspace is not trusted, so its hookwright.json is not applied. Trust it in Hookwright.';
    case 'settings_key_unknown':
      return `No source has the write key "${params.writeKey}" used to load settings. Copy it from a source under Connections.`;
    case 'source_disabled':
      return `The source "${params.source}" is disabled. Enable it under Connections.`;
    case 'path_unknown':
      return `Not found: ${params.method} ${params.path}. Send a batch to POST /v1/batch, or a message to POST /v1/track, /v1/identify, /v1/page, /v1/screen, /v1/group or /v1/alias.`;
  }
}
