import { ensureBuild } from '../../../scripts/ensure-build.mjs';

/** The specs run what is built: it must be made from the present sources. */
export default ensureBuild;
