/** Why a line of an imported file is invalid, and its text. */
import { z } from 'zod';
import { formatCount } from './format.ts';
import { coded } from './problem.ts';

const limit = { max: z.number().int() };

export const LineProblem = z.discriminatedUnion('code', [
  /** Characters. */
  coded('line_too_long', limit),
  coded('not_json', {}),
  coded('nested_too_deep', limit),
  coded('quote_not_closed', {}),
  coded('text_after_quote', {}),
  coded('user_id_missing', {}),
  coded('user_id_not_string', {}),
  /** Characters. */
  coded('user_id_too_long', limit),
  /** Half of a surrogate pair. */
  coded('user_id_incomplete_character', {}),
  coded('value_missing', {}),
  /** Bytes. */
  coded('value_too_long', limit),
]);
export type LineProblem = z.infer<typeof LineProblem>;

export const BadLine = z.object({
  /** From 1; for a record of several lines, the first. */
  line: z.number().int(),
  problem: LineProblem,
});
export type BadLine = z.infer<typeof BadLine>;

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
  }
}
