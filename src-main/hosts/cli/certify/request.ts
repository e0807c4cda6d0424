/** From the options of a certification to its request. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { LinesError } from '#main/hosts/headless/lines-error.ts';
import { definitionIn } from '#shared/profiles/definition.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';

/** An invalid argument or option; `message` names it and the fix. */
export class CertifyUsageError extends LinesError {
  override readonly name = 'CertifyUsageError';
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : `${error}`);

/** A profile by its ID, or the definition in a JSON file. */
export function profileFrom(text: string | undefined): ProviderProfile | string | undefined {
  if (text === undefined || !text.endsWith('.json')) return text;
  let content: string;
  try {
    content = readFileSync(text, 'utf8');
  } catch (error) {
    throw new CertifyUsageError(`--profile: Can't read ${text}: ${reasonOf(error)}.`);
  }
  const definition = definitionIn(content);
  if (typeof definition !== 'string') return definition;
  throw new CertifyUsageError(`--profile: ${text}: ${definition}`);
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
  const messages = request.error.issues.map(({ path: [field], message }) => {
    return `${optionNames[String(field)] ?? String(field)}: ${message}`;
  });
  throw new CertifyUsageError(messages);
}
