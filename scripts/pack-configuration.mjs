/** What a pack changes in electron-builder.yml, and how it names its files. */
import { Problem } from './project.mjs';
import { repository } from './repository.mjs';

/**
 * @typedef {'linux' | 'mac' | 'win'} System
 * @typedef {object} PackOptions
 * @property {System} system
 * @property {string} output
 * @property {boolean} hasUpdates Installed apps look for updates in the releases of the repository.
 * @property {boolean} isInspectable Playwright can drive it: packages have this fuse off.
 * @property {string | null} standIn The folder in place of Electron.
 */

/**
 * Options of Azure Trusted Signing. The credentials have variables of their own, which its tool reads.
 * @param {NodeJS.ProcessEnv} env
 */
function azureSignOptions(env) {
  const values = {
    AZURE_SIGNING_ENDPOINT: env.AZURE_SIGNING_ENDPOINT || '',
    AZURE_SIGNING_ACCOUNT: env.AZURE_SIGNING_ACCOUNT || '',
    AZURE_SIGNING_PROFILE: env.AZURE_SIGNING_PROFILE || '',
    AZURE_SIGNING_PUBLISHER: env.AZURE_SIGNING_PUBLISHER || '',
  };
  const missing = Object.entries(values).flatMap(([name, value]) => (value === '' ? [name] : []));
  if (missing.length === Object.keys(values).length) return null;
  if (missing.length > 0)
    throw new Problem(
      `pack: signing for Windows needs ${missing.join(', ')} too. Set all AZURE_SIGNING variables, or none for an unsigned app.`,
    );
  return {
    endpoint: values.AZURE_SIGNING_ENDPOINT,
    codeSigningAccountName: values.AZURE_SIGNING_ACCOUNT,
    certificateProfileName: values.AZURE_SIGNING_PROFILE,
    publisherName: values.AZURE_SIGNING_PUBLISHER,
  };
}

/**
 * Linux packages are not signed.
 * @param {System} system
 * @param {NodeJS.ProcessEnv} env
 * @returns {import('electron-builder').Configuration | null}
 */
function signing(system, env) {
  // Fails instead of packing an unsigned app.
  if (system === 'mac' && env.CSC_LINK) return { forceCodeSigning: true };
  const azure = system === 'win' ? azureSignOptions(env) : null;
  return azure === null ? null : { forceCodeSigning: true, win: { azureSignOptions: azure } };
}

/** @returns {import('electron-builder').Configuration} */
function updateSource() {
  const { owner, name } = repository();
  return { publish: { provider: 'github', owner, repo: name } };
}

/**
 * @param {PackOptions} options
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ suffix: string, isUnsigned: boolean, config: import('electron-builder').Configuration }}
 */
export function packConfiguration({ system, output, hasUpdates, isInspectable, standIn }, env) {
  const signed = signing(system, env);
  const isUnsigned = system !== 'linux' && signed === null;
  return {
    suffix: standIn !== null ? '-stand-in' : isUnsigned ? '-unsigned' : '',
    isUnsigned,
    config: {
      directories: { output },
      ...signed,
      ...(hasUpdates ? updateSource() : {}),
      ...(isInspectable ? { electronFuses: { enableNodeCliInspectArguments: true } } : {}),
      ...(standIn === null ? {} : { electronDist: standIn, compression: 'store' }),
    },
  };
}
