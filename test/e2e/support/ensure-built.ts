import { ensureBuild, ensureDocs } from '../../../scripts/ensure-build.mjs';

/** The specs run what is built: it must be made from the present sources. */
export default async function ensureBuilt(): Promise<void> {
  await Promise.all([ensureBuild(), ensureDocs()]);
}
