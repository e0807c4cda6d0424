/** From the options of a certification to its request. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** An invalid argument or option; `message` names it and the fix. */
export class CertifyUsageError extends Error {
  override readonly name = 'CertifyUsageError';
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** A profile by its ID, or the content of a JSON file with a definition. */
export function profileFrom(text: string | undefined): unknown {
  if (text === undefined || !text.endsWith('.json')) return text;
  try {
    return JSON.parse(readFileSync(text, 'utf8'));
  } catch (error) {
    throw new CertifyUsageError(`--profile: Can't read ${text}: ${reasonOf(error)}.`);
  }
}

/** Throws a CertifyUsageError with the names of the options. */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
  optionNames: Readonly<Record<string, string>>,
): z.output<Schema> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const request = schema.safeParse(Object.fromEntries(given));
  if (request.success) return request.data;
  const messages = request.error.issues.map(({ path: [field, ...rest], message }) => {
    const option = optionNames[String(field)] ?? String(field);
    // Within a definition of one's own.
    const at = field === 'profile' && rest.length > 0 ? ` ${rest.join('.')}` : '';
    return `${option}${at}: ${message}`;
  });
  throw new CertifyUsageError(messages.join('\n'));
}
