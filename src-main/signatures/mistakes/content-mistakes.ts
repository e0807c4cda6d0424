/** Mistakes in the content that a profile signs: its parts, the URL, the timestamp and the form. */
import { createHash } from 'node:crypto';
import { placeholders, timestampText } from '../signing/profile-signature.ts';
import {
  type ChangedContent,
  type ContentFacts,
  type ContentMistake,
  signed,
  uses,
} from './content-mistake.ts';
import { signedFormMistakes } from './signed-form-mistakes.ts';
import { urlMistakes } from './url-mistakes.ts';

/** Removes a placeholder, and the separator next to it. */
const without = (template: string, name: string): string =>
  template
    .replace(new RegExp(`\\{${name}\\}[^{\\w]?|[^{}\\w]\\{${name}\\}`), '')
    .replace(/^[^{\w]+/, '');

const removing =
  (name: string): ContentMistake['change'] =>
  (facts) =>
    uses(facts, name) && facts.template !== `{${name}}`
      ? [{ template: without(facts.template, name) }]
      : [];

const separators = ['.', ':', ',', '|', '-', '&', ' ', '\n', ''];

function withSeparators({ template }: ContentFacts): readonly ChangedContent[] {
  const parts = template.split(placeholders);
  // Between two placeholders.
  const isSeparator = (index: number): boolean =>
    index > 0 && index < parts.length - 1 && index % 2 === 0;
  if (!parts.some((_, index) => isSeparator(index))) return [];
  return separators
    .map((separator) =>
      parts
        .map((part, index) => (isSeparator(index) ? part.replace(/[^\w]$|^$/, separator) : part))
        .join(''),
    )
    .filter((changed) => changed !== template)
    .map((changed) => ({ template: changed }));
}

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

function reordered({ template }: ContentFacts): readonly ChangedContent[] {
  const names = template.match(/\{\w+\}/g) ?? [];
  return permutations(names)
    .map((order) => {
      let index = -1;
      return template.replace(/\{\w+\}/g, () => {
        index += 1;
        return order[index] ?? '';
      });
    })
    .filter((changed) => changed !== template)
    .map((changed) => ({ template: changed }));
}

/** Senders that batch sign the first event alone. */
function firstItem(body: Buffer): Buffer | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return Array.isArray(parsed) && parsed.length > 0
      ? Buffer.from(JSON.stringify(parsed[0]))
      : null;
  } catch {
    return null;
  }
}

const content = signed('signed_content');
const time = signed('timestamp_value');

export const contentMistakes: readonly ContentMistake[] = [
  content('content_body_only', 'the body alone.', ({ template }) =>
    template === '{body}' ? [] : [{ template: '{body}' }],
  ),
  content('content_without_timestamp', 'the content without the timestamp.', removing('timestamp')),
  content('content_without_id', 'the content without the ID.', removing('id')),
  content('content_without_url', 'the content without the URL.', removing('url')),
  content('content_without_method', 'the content without the method.', removing('method')),
  content('content_without_body', 'the content without the body.', (facts) =>
    removing('body')(facts).concat(removing('form')(facts)),
  ),
  content('content_without_version', 'the content without the version in front.', ({ template }) =>
    /^v\d+.\{/.test(template) ? [{ template: template.replace(/^v\d+./, '') }] : [],
  ),
  content('content_separator', 'the parts with another separator between them.', withSeparators),
  content('content_order', 'the parts in another order.', reordered),
  time('timestamp_unit', 'the timestamp in another unit.', (facts) => {
    const { time } = facts;
    if (time === null || !uses(facts, 'timestamp')) return [];
    return (['seconds', 'milliseconds', 'iso'] as const)
      .filter((unit) => unit !== facts.unit)
      .map((unit) => ({ timestamp: timestampText(unit, time) }));
  }),
  time('timestamp_clock', 'another time than that in the header.', (facts) =>
    uses(facts, 'timestamp')
      ? facts.clockSeconds.map((seconds) => ({
          timestamp: timestampText(facts.unit, seconds * 1_000),
        }))
      : [],
  ),
  ...urlMistakes,
  content('method_case', 'another method, or the method in lowercase.', (facts) =>
    uses(facts, 'method')
      ? [facts.method.toLowerCase(), 'GET', 'PUT', 'PATCH']
          .filter((method) => method !== facts.method)
          .map((method) => ({ method }))
      : [],
  ),
  ...signedFormMistakes,
  signed('batch')('body_first_item', 'the first event of the batch alone.', (facts) =>
    uses(facts, 'body') ? [{ body: (body) => firstItem(body) ?? body }] : [],
  ),
  content('body_hash_signed', 'the SHA-256 of the body instead of the body.', (facts) =>
    uses(facts, 'body')
      ? [{ body: (body) => Buffer.from(createHash('sha256').update(body).digest('hex')) }]
      : [],
  ),
];
