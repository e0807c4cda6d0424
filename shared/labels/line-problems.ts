/** Text for invalid lines of imported files. */
import { formatCount } from '../lib/format.ts';
import type { LineProblem } from '../schemas/line-problem.ts';

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
    case 'other':
      return params.detail;
  }
}
