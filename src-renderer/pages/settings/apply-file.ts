/** Applies a configuration file and tells what came of it, in values the screen can show. */
import { core } from '#renderer/data/core.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/data/error-sentence.ts';
import type { ChosenFile } from '#renderer/host/files.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { ConfigurationResult } from '#shared/schemas/configuration.ts';

export type AppliedFile =
  | { readonly kind: 'applied'; readonly name: string; readonly result: ConfigurationResult }
  | {
      readonly kind: 'refused';
      readonly name: string;
      readonly sentence: string;
      readonly issues: readonly FieldIssue[];
    };

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** The contract checks what is in the file; the type only lets it through to be checked. */
type Applied = Parameters<typeof core.configuration.apply>[0];

export async function applyFile({ name, text }: ChosenFile): Promise<AppliedFile> {
  const parsed = parse(text);
  if (parsed === null)
    return { kind: 'refused', name, sentence: 'The file is not valid JSON.', issues: [] };
  try {
    const result = await core.configuration.apply(parsed.value as Applied);
    return { kind: 'applied', name, result };
  } catch (error) {
    const issues = fieldIssuesOf(error);
    const sentence =
      issues.length === 0
        ? errorSentence(error)
        : 'Nothing was changed, since the file has mistakes:';
    return { kind: 'refused', name, sentence, issues };
  }
}

/** `destinations[0].webhooks[1].url`, as editors and error messages write it. */
export function issuePath({ path }: FieldIssue): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}
