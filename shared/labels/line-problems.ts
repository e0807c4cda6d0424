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
      return 'Missing closing quote. Add it at the end of the field.';
    case 'text_after_quote':
      return 'Text after a closing quote. Add a separator or double the quote.';
    case 'user_id_missing':
      return 'The user ID is missing.';
    case 'user_id_not_string':
      return 'The user ID must be a string.';
    case 'user_id_too_long':
      return `The user ID is too long: at most ${params.max} characters.`;
    case 'user_id_incomplete_character':
      return 'The user ID has an incomplete character. Correct the text.';
    case 'value_missing':
      return 'The value is missing.';
    case 'value_too_long':
      return `The value is too long: at most ${formatCount(params.max)} bytes of JSON.`;
    case 'not_a_delivery':
      return 'Not an exported delivery: "kind":"hookwright.delivery" is missing.';
    case 'file_incomplete':
      return 'The HAR is incomplete: the file ends within log.entries.';
    case 'invalid_field':
      return params.field === ''
        ? 'Invalid.'
        : `${visibleText(params.field)} is missing or invalid.`;
    case 'body_too_long':
      return `The body is too long: at most ${formatCount(params.max)} bytes.`;
    case 'invalid_url':
      return `${webhookUrlProblem(params.url) ?? 'The URL is invalid.'} (${visibleText(params.url.slice(0, 200))})`;
    case 'invalid_header_name':
      return visibleText(tokenProblem(params.name) ?? `Header "${params.name}" can't be sent.`);
    case 'invalid_header_value':
      return `The value of header "${visibleText(params.name)}" is too long, or has a line break or a character that HTTP headers don't allow.`;
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
