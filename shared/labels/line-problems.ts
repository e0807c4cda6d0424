/** Text for invalid and skipped lines of imported files. */
import { formatCount } from '../lib/format.ts';
import { tokenProblem } from '../lib/static-header.ts';
import { visibleText } from '../lib/visible-text.ts';
import { webhookUrlProblem } from '../lib/webhook-url.ts';
import type { LineProblem, SkippedEntryCode } from '../schemas/line-problem.ts';

export function lineProblemText({ code, params }: LineProblem): string {
  switch (code) {
    case 'line_too_long':
      return `Too long: at most ${formatCount(params.max)} characters.`;
    case 'not_json':
      return 'Not valid JSON.';
    case 'nested_too_deep':
      return `Nested deeper than ${params.max} levels.`;
    case 'quote_not_closed':
      return 'Missing closing quote.';
    case 'text_after_quote':
      return 'Text after a closing quote.';
    case 'user_id_missing':
      return 'Missing user ID.';
    case 'user_id_not_string':
      return 'The user ID must be a string.';
    case 'user_id_too_long':
      return `User ID too long: at most ${params.max} characters.`;
    case 'user_id_incomplete_character':
      return 'Incomplete character in the user ID.';
    case 'value_missing':
      return 'Missing value.';
    case 'value_too_long':
      return `Value too long: at most ${formatCount(params.max)} bytes of JSON.`;
    case 'not_a_delivery':
      return 'Not an exported delivery or request: missing "kind":"hookwright.delivery".';
    case 'curl_commands':
      return 'The file has cURL commands, which are not imported. Export as JSON lines or HAR.';
    case 'file_incomplete':
      return 'Incomplete HAR: the file ends within log.entries.';
    case 'invalid_field':
      return params.field === ''
        ? 'Invalid.'
        : `${visibleText(params.field)} is missing or invalid.`;
    case 'body_too_long':
      return `Body too long: at most ${formatCount(params.max)} bytes.`;
    case 'invalid_url':
      return `${webhookUrlProblem(params.url) ?? 'The URL is invalid.'} (${visibleText(params.url.slice(0, 200))})`;
    case 'invalid_header_name':
      return visibleText(tokenProblem(params.name) ?? `Header "${params.name}" can't be sent.`);
    case 'invalid_header_value':
      return `Header "${visibleText(params.name)}" is too long or has invalid characters.`;
    case 'other':
      return params.detail;
  }
}

export const skippedEntryLabels: Readonly<Record<SkippedEntryCode, string>> = {
  no_request: 'no request, so no body',
  no_webhook: 'no webhook to send to',
  not_post: 'not a POST',
  not_http: 'URL is neither http nor https',
  no_body: 'no body, or not recorded',
};
