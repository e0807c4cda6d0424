/** The tools for agents, by level. */
import { accessLevels } from '#mcp/access-level.ts';
import { jsonSchemaOf } from '#mcp/json-schema.ts';
import type { Tool } from '#mcp/tool.ts';
import { tools } from '#mcp/tools/index.ts';
import { cell, code, fieldsOf, type Schema, table, typeText } from './schema-text.ts';

const titles = {
  read: 'Tools that read',
  write: 'Tools that send and change',
  delete: 'Tools that delete',
} as const;

function inputText({ input }: Tool): string {
  const schema = jsonSchemaOf(input, 'input') as Schema;
  const required = new Set(schema.required);
  return fieldsOf(schema)
    .map(([name, field]) => {
      const { description } = field as { readonly description?: string };
      const isRequired = required.has(name) ? ' (required)' : '';
      const meaning = description === undefined ? typeText(field) : description;
      const defaultText = field.default === undefined ? '' : `, default ${code(field.default)}`;
      return `\`${name}\`${isRequired}: ${cell(meaning + defaultText)}`;
    })
    .join('<br>');
}

/** Annotations beyond the level. */
const hints = ({ isDestructive, isOpenWorld }: Tool): string =>
  [
    ...(isDestructive ? ['May overwrite or delete.'] : []),
    ...(isOpenWorld ? ['May send requests to other servers.'] : []),
  ].join(' ');

export const mcpTools = (): string =>
  accessLevels
    .map((level) => {
      const rows = tools
        .filter((tool) => tool.level === level)
        .map((tool) => [
          `\`${tool.name}\``,
          cell(`${tool.description} ${hints(tool)}`.trim()),
          inputText(tool),
        ]);
      return `## ${titles[level]}\n\n${table(['tool', 'description', 'input'], rows)}`;
    })
    .join('\n\n');
