/** The body written again by Rust. */
import * as number from '../../json/json-numbers.ts';
import * as text from '../../json/json-text.ts';
import type { BodyMistake } from '../mistake.ts';
import { compact, rewrittenBy } from './rewritten.ts';

const rewritten = rewrittenBy('rust');

export const rustMistakes: readonly BodyMistake[] = [
  rewritten('json_rust', "Rust's serde_json::Value: keys sorted", {
    ...compact,
    order: 'code_points',
    text: text.plainText,
    number: number.rustNumber,
  }),
];
