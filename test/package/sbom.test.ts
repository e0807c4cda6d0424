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
