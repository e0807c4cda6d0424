/** Texts of JSON schemas as Markdown for a table cell. */
import { deliveryStates } from '#shared/deliveries/delivery.ts';
import { type Schema, typeText as textOf } from '#shared/kit/schema-text.ts';

export { fieldsOf, type Schema } from '#shared/kit/schema-text.ts';

export const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

export const typeText = (schema: Schema): string =>
  textOf(schema, {
    name: (name) => `\`${name}\``,
    values: (values) =>
      values.join() === deliveryStates.join()
        ? '[state](deliveries.md#states)'
        : values.map(code).join(', '),
  });

/** A table cell: no line breaks, bars escaped, and no tag for the site to run. Code shows entities as they are. */
export const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replaceAll(/(`[^`]*`)|</g, (_, code?: string) => code ?? '&lt;')
    .replaceAll(/\s+/g, ' ');

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};
