/** The linter enforces the layers: it rejects planted violations and accepts allowed imports. */
import { describe, expect, it } from 'vitest';
import { lintPlanted } from './planted.ts';

const climbing = 'never by climbing out of the folder';
const noNode = 'No Node API here';
const noInterface = 'No interface code here';
const onlyDesktop = 'Only src-main/hosts/desktop knows Electron';
const onlyStore = 'Only src-main/store speaks SQL';
const standsAlone = 'it imports its own files only';
const rpcServer = 'The RPC server belongs to the hosts';
const rpcClient = 'The RPC client belongs to';
const noHost = 'Only hosts know a transport';
const nothingOfOurs = 'shared imports nothing of ours';
const onlyShared = 'it imports shared only';
const noOtherHost = 'api knows no other host';
const noDesktop = 'headless and cli know no desktop';
const noCommandLine = 'desktop knows no command line';
const rendererOnly = 'The renderer imports shared only';
const noOtherPlace = 'A place imports neither another place nor the shell';

/** Folder, import, and the rule that forbids it. */
const forbidden: readonly (readonly [folder: string, specifier: string, rule: string])[] = [
  ['shared/kit', '#main/kit/ports.ts', nothingOfOurs],
  ['shared/kit', '#renderer/app.tsx', nothingOfOurs],
  ['shared/kit', '../../src-main/kit/ports.ts', nothingOfOurs],
  ['shared/kit', 'node:fs', noNode],
  ['shared/kit', 'react', noInterface],
  ['shared/kit', 'electron', onlyDesktop],
  ['shared/kit', 'better-sqlite3', onlyStore],
  ['shared/kit', '@orpc/server', rpcServer],
  ['shared/kit', '@orpc/client', rpcClient],

  ['shared/client', '#shared/kit/duration.ts', standsAlone],
  ['shared/client', '../kit/duration.ts', standsAlone],
  ['shared/client', '#main/kit/ports.ts', standsAlone],
  ['shared/client', 'zod', standsAlone],
  ['shared/client', 'node:crypto', standsAlone],
  ['shared/client', '@orpc/client', standsAlone],

  ['src-main/deliveries', '#main/hosts/api/index.ts', noHost],
  ['src-main/deliveries', '../hosts/headless/serve.ts', noHost],
  ['src-main/deliveries', '#renderer/app.tsx', noHost],
  ['src-main/deliveries', '#test/support/fake-clock.ts', noHost],
  ['src-main/deliveries', '../../shared/kit/duration.ts', climbing],
  ['src-main/deliveries', 'better-sqlite3', onlyStore],
  ['src-main/deliveries', 'electron', onlyDesktop],
  ['src-main/deliveries', 'react', noInterface],
  ['src-main/deliveries', '@orpc/server', rpcServer],
  ['src-main/deliveries', '@orpc/server/message-port', rpcServer],

  ['src-main/kit', '#main/store/store.ts', 'kit imports shared only'],
  ['src-main/kit', '#main/hosts/api/index.ts', 'kit imports shared only'],
  ['src-main/kit', 'better-sqlite3', onlyStore],
  ['src-main/store', '#main/deliveries/copies.ts', 'store imports kit and shared only'],
  ['src-main/store', '#main/hosts/api/index.ts', 'store imports kit and shared only'],
  ['src-main/store', 'electron', onlyDesktop],

  ['src-main/scenarios/expect', '#main/kit/ports.ts', onlyShared],
  ['src-main/scenarios/expect', '#main/hosts/sandbox/run.ts', onlyShared],
  ['src-main/scenarios/expect', 'better-sqlite3', onlyStore],
  ['src-main/scenarios', '#main/hosts/sandbox/run.ts', noHost],

  ['src-main/hosts/api', '#main/hosts/headless/serve.ts', noOtherHost],
  ['src-main/hosts/api', '../desktop/main.ts', noOtherHost],
  ['src-main/hosts/api', '#main/hosts/mcp/server.ts', noOtherHost],
  ['src-main/hosts/api', 'better-sqlite3', onlyStore],
  ['src-main/hosts/api', 'electron', onlyDesktop],

  ['src-main/hosts/sandbox', '#main/hosts/cli/cli.ts', 'sandbox knows no host but api'],
  ['src-main/hosts/sandbox', '../headless/serve.ts', 'sandbox knows no host but api'],
  ['src-main/hosts/sandbox', 'better-sqlite3', onlyStore],
  ['src-main/hosts/sandbox', '@orpc/client', rpcClient],

  ['src-main/hosts/mcp/tools', '#main/kit/ports.ts', 'mcp imports shared only'],
  ['src-main/hosts/mcp/tools', '#main/hosts/api/index.ts', 'mcp imports shared only'],
  ['src-main/hosts/mcp/tools', '../../headless/serve.ts', 'mcp imports shared only'],
  ['src-main/hosts/mcp/tools', '@orpc/server', rpcServer],
  ['src-main/hosts/mcp/tools', 'better-sqlite3', onlyStore],

  ['src-main/hosts/headless', '#main/hosts/desktop/main.ts', noDesktop],
  ['src-main/hosts/headless', '#renderer/app.tsx', noDesktop],
  ['src-main/hosts/headless', 'electron', onlyDesktop],
  ['src-main/hosts/headless', 'better-sqlite3', onlyStore],

  ['src-main/hosts/desktop', '#main/hosts/cli/program.ts', noCommandLine],
  ['src-main/hosts/desktop', '#renderer/app.tsx', noCommandLine],
  ['src-main/hosts/desktop', 'better-sqlite3', onlyStore],
  ['src-main/hosts/desktop', '@orpc/client', rpcClient],

  ['src-renderer/kit/routing', '#main/kit/ports.ts', rendererOnly],
  ['src-renderer/kit/routing', '../../src-main/kit/ports.ts', rendererOnly],
  ['src-renderer/kit/routing', 'node:path', noNode],
  ['src-renderer/kit/routing', 'electron', onlyDesktop],
  ['src-renderer/kit/routing', '@orpc/server', rpcServer],
  ['src-renderer/kit/routing', '@orpc/client', rpcClient],
  ['src-renderer/kit/routing', 'better-sqlite3', onlyStore],
  ['src-renderer/kit/data', '#main/kit/ports.ts', rendererOnly],
  ['src-renderer/kit/data', '@orpc/server', rpcServer],

  ['src-renderer/places/deliveries', '#renderer/places/connections/x.tsx', noOtherPlace],
  ['src-renderer/places/deliveries', '#renderer/shell/top-bar.tsx', noOtherPlace],
  ['src-renderer/places/deliveries', '#main/kit/ports.ts', rendererOnly],

  ['src-renderer/requests', '#renderer/places/deliveries/x.tsx', 'know the places'],
  ['src-renderer/kit', '#renderer/requests/body-card.tsx', 'kit imports ui and shared only'],
  ['src-renderer/kit/data', '#renderer/places/deliveries/x.tsx', 'kit imports ui and shared only'],

  ['src-renderer/ui', '#renderer/kit/routing/route.ts', 'ui imports nothing above it'],
  ['src-renderer/ui', '../kit/routing/route.ts', 'ui imports nothing above it'],
  ['src-renderer/ui', '#renderer/places/deliveries/x.tsx', 'ui imports nothing above it'],
  ['src-renderer/ui', '#renderer/kit/data/core.ts', 'ui imports nothing above it'],
  ['src-renderer/ui', '#renderer/kit/host/host.ts', 'ui imports nothing above it'],
];

const allowed: readonly (readonly [folder: string, specifier: string])[] = [
  ['shared/kit', './duration.ts'],
  ['shared/kit', 'zod'],
  ['shared/deliveries', '#shared/ingestion/message.ts'],
  ['shared/client', './outbox.ts'],
  ['src-main/sending', '#shared/client/outbox.ts'],
  ['src-main/deliveries', '#main/store/store.ts'],
  ['src-main/deliveries', '#main/kit/ports.ts'],
  ['src-main/deliveries', 'node:net'],
  ['src-main/kit', '#shared/kit/duration.ts'],
  ['src-main/store', 'better-sqlite3'],
  ['src-main/store', '#main/kit/ports.ts'],
  ['src-main/scenarios/expect', '#shared/kit/duration.ts'],
  ['src-main/scenarios/expect', 'node:crypto'],
  ['src-main/hosts/sandbox', '#main/scenarios/expect/evaluate.ts'],
  ['src-main/hosts/sandbox', '#main/hosts/api/index.ts'],
  ['src-main/hosts/sandbox', '@orpc/server'],
  ['src-main/hosts/mcp', '#shared/contract.ts'],
  ['src-main/hosts/mcp', '@modelcontextprotocol/server'],
  ['src-main/hosts/headless', '#main/hosts/mcp/server.ts'],
  ['src-main/hosts/api', '#main/app.ts'],
  ['src-main/hosts/api', '@orpc/server'],
  ['src-main/hosts/headless', '#main/hosts/api/index.ts'],
  ['src-main/hosts/headless', '@orpc/server/ws'],
  ['src-main/hosts/desktop', '#main/hosts/api/index.ts'],
  ['src-main/hosts/desktop', '#main/hosts/headless/create-host.ts'],
  ['src-main/hosts/desktop', 'electron'],
  ['src-renderer/kit/routing', '#shared/deliveries/delivery.ts'],
  ['src-renderer/kit/data', '@orpc/client/websocket'],
  ['src-renderer/places/deliveries', '#renderer/requests/body-card.tsx'],
  ['src-renderer/places/deliveries', './detail/delivery-detail.tsx'],
  ['src-renderer/ui', './button.tsx'],
  ['src-renderer/ui', 'react'],
];

const importing = (specifier: string): string =>
  `import { thing } from '${specifier}';\n\nexport const used = thing;\n`;

const ways: Readonly<Record<string, string>> = {
  'import type':
    "import type { Thing } from '#main/hosts/api/index.ts';\n\nexport type Used = Thing;\n",
  export: "export { thing } from '#main/hosts/api/index.ts';\n",
  'import()': "export const used = () => import('#main/hosts/api/index.ts');\n",
};

const cycle = {
  'src-main/clock/one.ts': "import { two } from './two.ts';\n\nexport const one = () => two;\n",
  'src-main/clock/two.ts': "import { one } from './one.ts';\n\nexport const two = () => one;\n",
};

const pathOf = (kind: string, folder: string, index: number) => `${folder}/${kind}-${index}.ts`;

const planted = lintPlanted({
  ...Object.fromEntries(
    forbidden.map(([folder, specifier], index) => [
      pathOf('forbidden', folder, index),
      importing(specifier),
    ]),
  ),
  ...Object.fromEntries(
    allowed.map(([folder, specifier], index) => [
      pathOf('allowed', folder, index),
      importing(specifier),
    ]),
  ),
  ...Object.fromEntries(
    Object.values(ways).map((text, index) => [pathOf('way', 'src-main/clock', index), text]),
  ),
  ...cycle,
});

describe('the linter rejects', () => {
  forbidden.forEach(([folder, specifier, rule], index) => {
    it(`"${specifier}" in ${folder}`, () => {
      expect(planted.get(pathOf('forbidden', folder, index))).toContainEqual(
        expect.objectContaining({
          severity: 'error',
          category: 'lint/style/noRestrictedImports',
          message: expect.stringContaining(rule),
        }),
      );
    });
  });

  Object.keys(ways).forEach((way, index) => {
    it(`a forbidden layer imported with ${way}`, () => {
      expect(planted.get(pathOf('way', 'src-main/clock', index))).toContainEqual(
        expect.objectContaining({
          severity: 'error',
          message: expect.stringContaining(noHost),
        }),
      );
    });
  });

  it('modules that import each other', () => {
    for (const path of Object.keys(cycle))
      expect(planted.get(path)).toContainEqual(
        expect.objectContaining({ severity: 'error', category: 'lint/suspicious/noImportCycles' }),
      );
  });
});

describe('the linter accepts', () => {
  allowed.forEach(([folder, specifier], index) => {
    it(`"${specifier}" in ${folder}`, () => {
      expect(planted.get(pathOf('allowed', folder, index))).toEqual([]);
    });
  });
});
