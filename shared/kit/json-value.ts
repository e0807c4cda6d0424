import { z } from 'zod';
import { ExactNumber } from './exact-json.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | JsonValue[]
  | { [key: string]: JsonValue };

/** JSON Schema describes it as a number. */
export const LongNumber = z.instanceof(ExactNumber).meta({ type: 'number' });

/** Any JSON; numbers that a double can't represent keep their digits (D46). */
export const JsonValue: z.ZodType<JsonValue, JsonValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(JsonValue),
    LongNumber,
    z.record(z.string(), JsonValue),
  ]),
);
