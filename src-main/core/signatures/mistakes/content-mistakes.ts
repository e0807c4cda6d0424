/** Mistakes in the content that a profile signs: its parts, the URL, the timestamp and the form. */
import { createHash } from 'node:crypto';
import { placeholders, timestampText } from '../../routing/profile-signature.ts';
import {
  type ChangedContent,
  type ContentFacts,
  type ContentMistake,
  one,
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

export const contentMistakes: readonly ContentMistake[] = [
  one('content_body_only', `${signed} the body alone.`, 'signed_content', ({ template }) =>
    template === '{body}' ? [] : [{ template: '{body}' }],
  ),
  one(
    'content_without_timestamp',
    `${signed} the content without the timestamp.`,
    'signed_content',
    removing('timestamp'),
  ),
  one(
    'content_without_id',
    `${signed} the content without the ID.`,
    'signed_content',
    removing('id'),
  ),
  one(
    'content_without_url',
    `${signed} the content without the URL.`,
    'signed_content',
    removing('url'),
  ),
  one(
    'content_without_method',
    `${signed} the content without the method.`,
    'signed_content',
    removing('method'),
  ),
  one(
    'content_without_body',
    `${signed} the content without the body.`,
    'signed_content',
    (facts) => removing('body')(facts).concat(removing('form')(facts)),
  ),
  one(
    'content_without_version',
    `${signed} the content without the version in front.`,
    'signed_content',
    ({ template }) =>
      /^v\d+.\{/.test(template) ? [{ template: template.replace(/^v\d+./, '') }] : [],
  ),
  one(
    'content_separator',
    `${signed} the parts with another separator between them.`,
    'signed_content',
    withSeparators,
  ),
  one('content_order', `${signed} the parts in another order.`, 'signed_content', reordered),
  one(
    'content_with_timestamp',
    `${signed} the timestamp and the body, but only the body counts.`,
    'signed_content',
    ({ template, clockSeconds }) =>
      template === '{body}'
        ? clockSeconds.flatMap((seconds) =>
            separators.map((separator) => ({ template: `${seconds}${separator}{body}` })),
          )
        : [],
  ),
  one('timestamp_unit', `${signed} the timestamp in another unit.`, 'timestamp_value', (facts) => {
    const { time } = facts;
    if (time === null || !uses(facts, 'timestamp')) return [];
    return (['seconds', 'milliseconds', 'iso'] as const)
      .filter((unit) => unit !== facts.unit)
      .map((unit) => ({ timestamp: timestampText(unit, time) }));
  }),
  one(
    'timestamp_clock',
    `${signed} another time than that in the header.`,
    'timestamp_value',
    (facts) =>
      uses(facts, 'timestamp')
        ? facts.clockSeconds.map((seconds) => ({
            timestamp: timestampText(facts.unit, seconds * 1_000),
          }))
        : [],
  ),
  ...urlMistakes,
  one(
    'method_case',
    `${signed} another method, or the method in lowercase.`,
    'signed_content',
    (facts) =>
      uses(facts, 'method')
        ? [facts.method.toLowerCase(), 'GET', 'PUT', 'PATCH']
            .filter((method) => method !== facts.method)
            .map((method) => ({ method }))
        : [],
  ),
  ...signedFormMistakes,
  one('body_first_item', `${signed} the first event of the batch alone.`, 'batch', (facts) =>
    uses(facts, 'body') ? [{ body: (body) => firstItem(body) ?? body }] : [],
  ),
  one(
    'body_hash_signed',
    `${signed} the SHA-256 of the body instead of the body.`,
    'signed_content',
    (facts) =>
      uses(facts, 'body')
        ? [{ body: (body) => Buffer.from(createHash('sha256').update(body).digest('hex')) }]
        : [],
  ),
];
