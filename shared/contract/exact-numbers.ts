import { ExactNumber } from '../lib/exact-json.ts';

/** Serializes numbers that a double can't represent, at both ends of a socket or port (D46). */
export const exactNumbers = [
  {
    /** Types from 20 on are free for applications. */
    type: 20,
    condition: (value: unknown): boolean => value instanceof ExactNumber,
    serialize: (value: ExactNumber): string => value.text,
    deserialize: (text: unknown): ExactNumber => new ExactNumber(String(text)),
  },
];
