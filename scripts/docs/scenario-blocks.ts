/** The tables of the reference of scenarios. Meanings are the descriptions in the schemas. */
import { z } from 'zod';
import { subjectFields, subjects } from '#shared/filter/subject.ts';
import { subjectSchemas } from '#shared/scenarios/schema/expectation.ts';
import { ScenarioClock, ScenarioFile, Variable } from '#shared/scenarios/schema/file.ts';
import { Given } from '#shared/scenarios/schema/given.ts';
import { stepSchemas } from '#shared/scenarios/schema/step.ts';
import { Duration } from '#shared/scenarios/schema/values.ts';
import { cell, code, fieldsOf, type Schema, table, typeText } from './schema-text.ts';

type Described = Schema & { readonly description?: string; readonly pattern?: string };

const schemaOf = (schema: z.ZodType): Described =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described;

const durationPattern = schemaOf(Duration).pattern;

/** Longer lists of fields have a section of their own. */
const maxFieldsLength = 250;

const valuesText = (schema: Described): string => {
  if (schema.pattern === durationPattern) return 'duration';
  // A union of plain types is one schema with several of them.
  const types: unknown = schema.type;
  if (Array.isArray(types)) return types.join(' or ');
  const text = typeText(schema);
  if (text.length <= maxFieldsLength || !text.includes('object:')) return text;
  return schema.type === 'array' ? 'array of objects' : 'object';
};

function rowOf(name: string, field: Described, isRequired: boolean): readonly string[] {
  const fallback = isRequired
    ? 'required'
    : field.default === undefined
      ? ''
      : cell(code(field.default));
  return [`\`${name}\``, cell(field.description ?? ''), cell(valuesText(field)), fallback];
}

const head = ['field', 'meaning', 'values', 'default'];

const isRequiredIn = (schema: Schema, name: string): boolean => {
  const forms = schema.anyOf ?? schema.oneOf ?? [schema];
  return forms.every(({ required = [] }) => required.includes(name));
};

/** Fields without a description are documented elsewhere, as in the configuration. */
const fields = (schema: Schema, except: readonly string[] = []): string =>
  table(
    head,
    fieldsOf(schema)
      .filter(([name]) => !except.includes(name))
      .map(([name, field]) => [name, field as Described] as const)
      .filter(([, { description }]) => description !== undefined)
      .map(([name, field]) => rowOf(name, field, isRequiredIn(schema, name))),
  );

const common = ['id', 'name', 'at', 'after'];

function actionOf(schema: (typeof stepSchemas)[number]): readonly [string, Described] {
  const [action] = fieldsOf(schemaOf(schema)).filter(([name]) => !common.includes(name));
  if (action === undefined) throw new Error('A step has no action.');
  return action as readonly [string, Described];
}

const stepFields = (): string => {
  const [send] = stepSchemas;
  return table(
    head,
    fieldsOf(schemaOf(send))
      .filter(([name]) => common.includes(name))
      .map(([name, field]) => rowOf(name, field as Described, false)),
  );
};

const steps = (): string =>
  stepSchemas
    .map((schema) => {
      const [name, input] = actionOf(schema);
      const rows = name === 'check' ? '' : `\n\n${fields(input)}`;
      return `### ${name}\n\n${input.description ?? ''}${rows}`;
    })
    .join('\n\n');

/** A predicate with the subjects that support it. */
function predicates(): string {
  const fieldsByKey = new Map<string, { field: Described; subjects: string[] }>();
  for (const subject of subjects)
    for (const [name, field] of fieldsOf(schemaOf(subjectSchemas[subject]))) {
      if (name === subject || name === 'name' || name === 'mock') continue;
      const entry = fieldsByKey.get(name) ?? { field: field as Described, subjects: [] };
      fieldsByKey.set(name, { ...entry, subjects: [...entry.subjects, subject] });
    }
  return table(
    ['predicate', 'meaning', 'values', 'subjects'],
    [...fieldsByKey].map(([name, { field, subjects: supported }]) => [
      `\`${name}\``,
      cell(field.description ?? ''),
      cell(valuesText(field)),
      supported.length === subjects.length
        ? 'all'
        : supported.map((subject) => `\`${subject}\``).join(' '),
    ]),
  );
}

const subjectTable = (): string =>
  table(
    ['subject', 'meaning', 'other fields'],
    Object.entries(subjectSchemas).map(([subject, schema]) => {
      const all = fieldsOf(schemaOf(schema));
      const [, own] = all.find(([name]) => name === subject) ?? [];
      const predicateNames = ['messages', 'deliveries', 'attempts', 'alerts', 'requests'].includes(
        subject,
      )
        ? ['mock']
        : all.map(([name]) => name).filter((name) => name !== subject && name !== 'name');
      const others = all.filter(([name]) => predicateNames.includes(name));
      return [
        `\`${subject}\``,
        cell((own as Described | undefined)?.description ?? ''),
        others
          .map(([name, field]) => `\`${name}\`: ${cell((field as Described).description ?? '')}`)
          .join('<br>'),
      ];
    }),
  );

const filterFields = (): string => {
  const names = [
    ...new Set(subjects.flatMap((subject) => subjectFields[subject].map(({ name }) => name))),
  ];
  return table(
    ['field', ...subjects],
    names.map((name) => [
      `\`${name}\``,
      ...subjects.map((subject) => {
        const field = subjectFields[subject].find((spec) => spec.name === name);
        return field === undefined ? '' : cell(field.meaning);
      }),
    ]),
  );
};

export const scenarioBlocks = {
  'scenario-file': () => fields(schemaOf(ScenarioFile)),
  'scenario-clock': () => fields(schemaOf(ScenarioClock)),
  'scenario-variable': () => fields(schemaOf(Variable)),
  'scenario-given': () => fields(schemaOf(Given)),
  'scenario-step': stepFields,
  'scenario-steps': steps,
  'scenario-subjects': subjectTable,
  'scenario-predicates': predicates,
  'scenario-filter-fields': filterFields,
} as const;
