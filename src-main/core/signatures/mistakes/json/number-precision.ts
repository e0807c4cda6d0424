/** The body parsed and re-serialized by JavaScript, which rounds long numbers (D46). */
import { holdsExactNumber } from '#shared/lib/exact-json.ts';
import type { BodyMistake } from '../mistake.ts';

export const numberPrecision: BodyMistake = {
  code: 'number_precision',
  language: 'node',
  message:
    'The receiver hashed the body after JSON.parse and JSON.stringify, which rounded a number with more digits than a double can represent.',
  fix: 'raw_body',
  change({ text }) {
    try {
      return holdsExactNumber(text) ? JSON.stringify(JSON.parse(text)) : undefined;
    } catch {
      return undefined;
    }
  },
};
