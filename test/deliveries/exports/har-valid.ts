/** Validates an HTTP archive with the schemas of its own tools. */
import Ajv from 'ajv';
import draft06 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import addFormats from 'ajv-formats';
import schemas from 'har-schema';

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addMetaSchema(draft06);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

/** Validation errors; empty for a valid archive. */
export function harProblems(value: unknown): readonly string[] {
  ajv.validate('har.json', value);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
