import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const folder = join(import.meta.dirname, '../../.github/ISSUE_TEMPLATE');
const files = readdirSync(folder).filter((file) => file !== 'config.yml');

const validations = z.strictObject({ required: z.boolean() }).optional();
const text = { label: z.string(), description: z.string().optional() };

/** The parts of GitHub's syntax for issue forms that these files use. */
const Form = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({
        type: z.literal('markdown'),
        attributes: z.strictObject({ value: z.string() }),
      }),
      z.strictObject({
        type: z.literal('input'),
        id: z.string(),
        attributes: z.strictObject(text),
        validations,
      }),
      z.strictObject({
        type: z.literal('textarea'),
        id: z.string(),
        attributes: z.strictObject({ ...text, render: z.string().optional() }),
        validations,
      }),
      z.strictObject({
        type: z.literal('dropdown'),
        id: z.string(),
        attributes: z.strictObject({ ...text, options: z.array(z.string()).min(1) }),
        validations,
      }),
    ]),
  ),
});

it.each(files)('%s is a valid form with different IDs', (file) => {
  const { body } = Form.parse(parse(readFileSync(join(folder, file), 'utf8')));
  const ids = body.flatMap((part) => ('id' in part ? [part.id] : []));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).not.toEqual([]);
});
