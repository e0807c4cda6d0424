/**
 * The distributed packages as a CycloneDX bill of materials. npm's own list has either all
 * development packages, or none of those that are bundled.
 */
import { execFileSync } from 'node:child_process';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { machineNode, npmProgram } from './node-binary.mjs';
import { projectFolder } from './project.mjs';
import { readPackages } from './third-party-notices.ts';

const Bom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(
    z.looseObject({ 'bom-ref': z.string(), name: z.string(), version: z.string() }),
  ),
  dependencies: z.array(
    z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).default([]) }),
  ),
});

export function billOfMaterials(): z.infer<typeof Bom> {
  const node = machineNode();
  const npm = npmProgram(node);
  if (npm === null) throw new Error('npm was not found.');
  const args = [npm, 'sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const output = execFileSync(node, args, { cwd: projectFolder, maxBuffer: 2 ** 26 });
  const bom = Bom.parse(JSON.parse(output.toString()));
  const shipped = new Set(
    [...readPackages().values()].map(({ name, version }) => `${name}@${version}`),
  );
  const root = `${packageJson.name}@${packageJson.version}`;
  const components = bom.components
    .filter(({ name, version }) => shipped.has(`${name}@${version}`))
    // npm marks bundled packages as optional development packages.
    .map(({ scope: _scope, properties: _properties, ...rest }) => rest);
  const kept = new Set([root, ...components.map((one) => one['bom-ref'])]);
  const { component } = bom.metadata;
  return {
    ...bom,
    metadata: { ...bom.metadata, component: { ...component, name: packageJson.name } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
  };
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(billOfMaterials(), null, 2)}\n`);
