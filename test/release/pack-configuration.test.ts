/** What `npm run pack` sets for a machine and its credentials. */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { adviceFor } from '../../scripts/pack-advice.mjs';
import { packConfiguration } from '../../scripts/pack-configuration.mjs';
import { inProject, projectFolder } from '../../scripts/project.mjs';
import { repository } from '../../scripts/repository.mjs';

const require = createRequire(import.meta.url);
const { getConfig } = require(inProject('node_modules/app-builder-lib/out/util/config/config.js'));

const options = { output: 'dist', hasUpdates: false, isInspectable: false, standIn: null };
const azure = {
  AZURE_SIGNING_ENDPOINT: 'https://eus.codesigning.azure.net/',
  AZURE_SIGNING_ACCOUNT: 'an-account',
  AZURE_SIGNING_PROFILE: 'a-profile',
  AZURE_SIGNING_PUBLISHER: 'A publisher',
};

it('an app without a signature is named so, where the system expects one', () => {
  const suffixFor = (system: 'linux' | 'mac' | 'win', env: NodeJS.ProcessEnv = {}) =>
    packConfiguration({ ...options, system }, env).suffix;
  expect([suffixFor('mac'), suffixFor('win'), suffixFor('linux')]).toEqual([
    '-unsigned',
    '-unsigned',
    '',
  ]);
  expect([suffixFor('mac', { CSC_LINK: 'a certificate' }), suffixFor('win', azure)]).toEqual([
    '',
    '',
  ]);
});

it('Windows is signed by Azure Trusted Signing, with all of its options', () => {
  const { config } = packConfiguration({ ...options, system: 'win' }, azure);
  expect(config).toMatchObject({
    forceCodeSigning: true,
    win: {
      azureSignOptions: {
        endpoint: 'https://eus.codesigning.azure.net/',
        codeSigningAccountName: 'an-account',
        certificateProfileName: 'a-profile',
        publisherName: 'A publisher',
      },
    },
  });
  const some = { ...azure, AZURE_SIGNING_PROFILE: '' };
  expect(() => packConfiguration({ ...options, system: 'win' }, some)).toThrow(
    'AZURE_SIGNING_PROFILE',
  );
});

it('only a release has a source of updates: the repository of package.json', async () => {
  const sourceOf = async (hasUpdates: boolean) => {
    const { config } = packConfiguration({ ...options, hasUpdates, system: 'linux' }, {});
    return (await getConfig(projectFolder, null, config)).publish;
  };
  const { owner, name } = repository();
  expect(await sourceOf(true)).toEqual({ provider: 'github', owner, repo: name });
  expect(await sourceOf(false)).toBeNull();
});

it('changes one fuse for tests that drive the app, and no other', async () => {
  const fusesOf = async (isInspectable: boolean) => {
    const { config } = packConfiguration({ ...options, isInspectable, system: 'mac' }, {});
    return (await getConfig(projectFolder, null, config)).electronFuses;
  };
  expect(await fusesOf(true)).toEqual({
    ...(await fusesOf(false)),
    enableNodeCliInspectArguments: true,
  });
});

it('a failed download may be that of Electron or of a tool', () => {
  const advice = adviceFor('connect ECONNREFUSED 127.0.0.1:9');
  expect(advice).toMatch(/ ELECTRON_MIRROR .*ELECTRON_BUILDER_BINARIES_MIRROR/);
  expect(adviceFor('No icon')).not.toContain('MIRROR');
});
