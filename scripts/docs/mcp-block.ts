/** The tools for agents, by level. */
import { accessLevels } from '#main/hosts/mcp/access-level.ts';
import { type Action, levelOf } from '#main/hosts/mcp/tool.ts';
import { plainSchemaOf } from '#main/hosts/mcp/tool-schema.ts';
import { tools } from '#main/hosts/mcp/tools/index.ts';
import { cell, code, fieldsOf, type Schema, table, typeText } from './schema-text.ts';

const titles = {
  read: 'Tools that read',
  write: 'Tools that send and change',
  delete: 'Tools that delete',
} as const;

function inputText(action: Action): string {
  const schema = plainSchemaOf(action) as Schema;
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

export const mcpTools = (): string =>
  accessLevels
    .map((level) => {
      const rows = Object.entries(tools)
        .filter(([, actions]) => levelOf(actions) === level)
        .flatMap(([tool, actions]) =>
          Object.entries(actions).map(([name, action]) => [
            `\`${tool}\``,
            Object.keys(actions).length === 1 ? '' : `\`${name}\``,
            cell(action.description),
            inputText(action),
          ]),
        );
      return `## ${titles[level]}\n\n${table(['tool', 'action', 'description', 'arguments'], rows)}`;
    })
    .join('\n\n');
