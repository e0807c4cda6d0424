/** Filters of agents: without terms on values that tools redact, which would reveal these bit by bit. */
import { z } from 'zod';
import { fieldOf } from '#shared/filter/fields.ts';
import { fieldNameOf, termsOf } from '#shared/filter/filter.ts';
import { lex } from '#shared/filter/lex.ts';
import { isTooLong } from '#shared/filter/parse.ts';
import { FilterText } from '#shared/filter/saved-filter.ts';

/** Any header may be static, and any URL may have a secret. Bodies are shown as they are. */
const hiddenFields = ['header', 'url'] as const;

const notAllowed = (field: string): string =>
  `An agent can't filter by ${field}: ${field} values may contain secrets. Use other terms, such as destination:NAME.`;

/** The hidden fields of its terms, including incomplete ones: `header[x-env]` and `header[`. */
function hiddenIn(text: string): readonly (typeof hiddenFields)[number][] {
  if (isTooLong(text)) return [];
  const { tokens, problem } = lex(text);
  const unread = problem === null ? '' : text.slice(tokens.at(-1)?.end ?? 0).trim();
  const words = tokens.flatMap((token) =>
    token.kind === 'word' && !token.isQuoted ? token.text : [],
  );
  const heads = [
    ...tokens.flatMap((token) => (token.kind === 'term' ? token.head.text : [])),
    ...[...words, unread].filter((start) => start.includes('[')),
  ];
  const names = heads.map((head) => fieldOf(head)?.name);
  return hiddenFields.filter((name) => names.includes(name));
}

const characters: Readonly<Record<string, string>> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' },
};

/** Outside of quotes, they are operators that were escaped on the way here, and would be searched as text. */
function unescaped(text: string): string {
  if (isTooLong(text)) return text;
  return text.replaceAll(
    /"(?:[^"\\]|\\.)*"|&(?:lt|gt|quot|#39|amp);/g,
    (found) => characters[found] ?? found,
  );
}

/**
 * The words are checked before the filter is parsed, since the fix for a malformed term would lead to one that isn't
 * allowed; the terms afterwards, since only they decide what is compared.
 */
function problemsOf(text: string): readonly string[] {
  const read = unescaped(text);
  const hidden = hiddenIn(read);
  if (hidden.length > 0) return hidden.map(notAllowed);
  if (read !== text) return [`filter has escaped characters such as &lt;. Write it as: ${read}`];
  const { data, error } = FilterText.safeParse(text);
  if (error !== undefined) return error.issues.map(({ message }) => message);
  const names = termsOf(data).map(fieldNameOf);
  return hiddenFields.filter((field) => names.includes(field)).map(notAllowed);
}

export const AgentFilter = z
  .string({ error: 'filter must be a string.' })
  .superRefine((text, ctx) => {
    for (const message of problemsOf(text)) ctx.addIssue({ code: 'custom', message });
  });
