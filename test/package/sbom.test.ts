import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { billOfMaterials } from '../../scripts/bill-of-materials.ts';
import { readPackages } from '../../scripts/third-party-notices.ts';

it('the bill of materials has exactly the distributed packages, with hashes and licenses', () => {
  const { components, dependencies, metadata } = billOfMaterials();
  const names = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const shipped = [...readPackages().values()].map(({ name, version }) => `${name}@${version}`);
  expect([...names].sort()).toEqual([...new Set(shipped)].sort());
  expect(components.filter(({ hashes, licenses }) => !hashes || !licenses)).toEqual([]);
  expect(metadata.component).toMatchObject({ name: 'hookwright', version: packageJson.version });
  const listed = new Set(components.map((one) => one['bom-ref']));
  const missing = dependencies
    .flatMap(({ dependsOn }) => dependsOn)
    .filter((one) => !listed.has(one));
  expect(missing).toEqual([]);
});

it('the bill of materials follows the schema of CycloneDX', () => {
  const require = createRequire(import.meta.url);
  const library = dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json'));
  const schemaOf = (name: string) =>
    JSON.parse(readFileSync(join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8'));
  const bom = billOfMaterials();
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  // Only in URLs and addresses of people, which npm takes from the packages.
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const validate = ajv.compile(schemaOf(`bom-${bom.specVersion}`));
  validate(bom);
  expect(validate.errors ?? []).toEqual([]);
  const [first, ...others] = bom.components;
  expect(validate({ ...bom, components: [{ ...first, type: 'unknown' }, ...others] })).toBe(false);
});
