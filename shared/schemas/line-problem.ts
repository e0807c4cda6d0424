/** Why a line of an imported file is invalid; `shared/labels/line-problems` has the text. */
import { z } from 'zod';
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
  /** Text stored before there were codes. */
  coded('other', { detail: z.string() }),
]);
export type LineProblem = z.infer<typeof LineProblem>;

export const BadLine = z.object({
  /** From 1; for a record of several lines, the first. */
  line: z.number().int(),
  problem: LineProblem,
});
export type BadLine = z.infer<typeof BadLine>;
