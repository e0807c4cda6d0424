import { ExactNumber } from '../lib/exact-json.ts';

/** For both ends of a socket or port: how a number travels that a double cannot carry (D46). */
export const exactNumbers = [
  {
    /** Free for applications from 20 on. */
    type: 20,
    condition: (value: unknown): boolean => value instanceof ExactNumber,
    serialize: (value: ExactNumber): string => value.text,
    deserialize: (text: unknown): ExactNumber => new ExactNumber(String(text)),
  },
];
