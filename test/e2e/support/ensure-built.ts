import { ensureBuild } from '../../../scripts/ensure-build.mjs';

/** The specs run what is built: it must be made from the present sources. Those that open the documentation build that. */
export default ensureBuild;
