/** Applies a configuration file. */

import { core } from '#renderer/kit/data/core.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/kit/data/error-sentence.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { timestampsFromText } from '#shared/kit/timestamps.ts';
import { Configuration, type ConfigurationResult } from '#shared/settings/configuration.ts';

export type AppliedFile =
  | { readonly kind: 'applied'; readonly name: string; readonly result: ConfigurationResult }
  | {
      readonly kind: 'rejected';
      readonly name: string;
      readonly message: string;
      readonly issues: readonly FieldIssue[];
    };

const nothingChanged = 'Nothing changed. Fix these fields:';

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseExact(text) };
  } catch {
    return null;
  }
}

/** Cast only: the contract validates the file. */
type Applied = Parameters<typeof core.configuration.apply>[0];

export async function applyFile(file: File): Promise<AppliedFile> {
  const { name } = file;
  const parsed = parse(await file.text());
  if (parsed === null) return { kind: 'rejected', name, message: 'Invalid JSON.', issues: [] };
  const invalidTimes: FieldIssue[] = [];
  const value = timestampsFromText(Configuration, parsed.value, (issue) =>
    invalidTimes.push(issue),
  );
  if (invalidTimes.length > 0)
    return { kind: 'rejected', name, message: nothingChanged, issues: invalidTimes };
  try {
    const result = await core.configuration.apply(value as Applied);
    return { kind: 'applied', name, result };
  } catch (error) {
    const issues = fieldIssuesOf(error);
    const message = issues.length === 0 ? errorSentence(error) : nothingChanged;
    return { kind: 'rejected', name, message, issues };
  }
}

/** `destinations[0].webhooks[1].url`, as editors and error messages write it. */
export function issuePath({ path }: FieldIssue): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}
