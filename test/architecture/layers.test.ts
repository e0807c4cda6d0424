/** The linter enforces the layers: it rejects planted violations and accepts allowed imports. */
import { describe, expect, it } from 'vitest';
import { lintPlanted } from './planted.ts';

const onlyShared = 'it imports shared only';
const climbing = 'never by climbing out of the folder';
const noNode = 'No Node API here';
const noInterface = 'No interface code here';
const onlyDesktop = 'Only src-main/desktop knows Electron';
const onlyStore = 'Only core/store speaks SQL';
const standsAlone = 'it imports its own files only';
const rpcServer = 'The RPC server belongs to api and the hosts';
const rpcClient = 'The RPC client belongs to';

/** Folder, import, and the rule that forbids it. */
const forbidden: readonly (readonly [folder: string, specifier: string, rule: string])[] = [
  ['shared/lib', '#core/ports.ts', 'shared imports nothing of ours'],
  ['shared/lib', '#api/index.ts', 'shared imports nothing of ours'],
  ['shared/lib', '#renderer/app.tsx', 'shared imports nothing of ours'],
  ['shared/lib', '../../src-main/core/ports.ts', 'shared imports nothing of ours'],
  ['shared/lib', 'node:fs', noNode],
  ['shared/lib', 'react', noInterface],
  ['shared/lib', 'electron', onlyDesktop],
  ['shared/lib', 'better-sqlite3', onlyStore],
  ['shared/lib', '@orpc/server', rpcServer],
  ['shared/lib', '@orpc/client', rpcClient],

  ['shared/client', '#shared/lib/backoff.ts', standsAlone],
  ['shared/client', '../lib/backoff.ts', standsAlone],
  ['shared/client', '../schemas/message.ts', standsAlone],
  ['shared/client', '#core/ports.ts', standsAlone],
  ['shared/client', 'zod', standsAlone],
  ['shared/client', 'node:crypto', standsAlone],
  ['shared/client', '@orpc/client', standsAlone],

  ['src-main/core/dispatch', '#api/index.ts', onlyShared],
  ['src-main/core/dispatch', '../../api/index.ts', onlyShared],
  ['src-main/core/dispatch', '#headless/serve.ts', onlyShared],
  ['src-main/core/dispatch', '#desktop/main.ts', onlyShared],
  ['src-main/core/dispatch', '#renderer/app.tsx', onlyShared],
  ['src-main/core/dispatch', '#test/support/fake-clock.ts', onlyShared],
  ['src-main/core/dispatch', '../../../shared/lib/backoff.ts', climbing],
  ['src-main/core/dispatch', 'better-sqlite3', onlyStore],
  ['src-main/core/dispatch', 'electron', onlyDesktop],
  ['src-main/core/dispatch', 'react', noInterface],
  ['src-main/core/dispatch', '@orpc/server', rpcServer],
  ['src-main/core/dispatch', '@orpc/server/message-port', rpcServer],
  ['src-main/core/store', '#api/index.ts', onlyShared],
  ['src-main/core/store', 'electron', onlyDesktop],

  ['src-main/scenarios/expect', '#core/ports.ts', 'scenarios knows no process and no product'],
  ['src-main/scenarios/expect', '../../core/ports.ts', 'scenarios knows no process and no product'],
  ['src-main/scenarios/expect', '#sandbox/stage.ts', 'scenarios knows no process and no product'],
  ['src-main/scenarios/expect', 'better-sqlite3', onlyStore],
  ['src-main/core/dispatch', '#scenarios/index-history.ts', onlyShared],
  ['src-main/core/dispatch', '#sandbox/stage.ts', onlyShared],

  ['src-main/sandbox', '#cli/main.ts', 'sandbox imports api, core, scenarios and shared only'],
  [
    'src-main/sandbox',
    '../headless/serve.ts',
    'sandbox imports api, core, scenarios and shared only',
  ],
  ['src-main/sandbox', 'better-sqlite3', onlyStore],
  ['src-main/sandbox', '@orpc/client', rpcClient],

  ['src-main/mcp/tools', '#core/ports.ts', 'mcp imports shared only'],
  ['src-main/mcp/tools', '#api/index.ts', 'mcp imports shared only'],
  ['src-main/mcp/tools', '../../headless/serve.ts', 'mcp imports shared only'],
  ['src-main/mcp/tools', '@orpc/server', rpcServer],
  ['src-main/mcp/tools', 'better-sqlite3', onlyStore],
  ['src-main/api', '#mcp/server.ts', 'api imports core and shared only'],

  ['src-main/api', '#headless/serve.ts', 'api imports core and shared only'],
  ['src-main/api', '#sandbox/stage.ts', 'api imports core and shared only'],
  ['src-main/api', '../desktop/main.ts', 'api imports core and shared only'],
  ['src-main/api', 'better-sqlite3', onlyStore],
  ['src-main/api', 'electron', onlyDesktop],

  ['src-main/headless', '#desktop/main.ts', 'a host imports api, core and shared only'],
  ['src-main/headless', '#renderer/app.tsx', 'a host imports api, core and shared only'],
  ['src-main/headless', 'electron', onlyDesktop],
  ['src-main/headless', 'better-sqlite3', onlyStore],

  ['src-main/desktop', '#cli/program.ts', 'desktop imports headless, api, core and shared only'],
  ['src-main/desktop', '#renderer/app.tsx', 'desktop imports headless, api, core and shared only'],
  ['src-main/desktop', 'better-sqlite3', onlyStore],
  ['src-main/desktop', '@orpc/client', rpcClient],

  ['src-renderer/stores', '#core/ports.ts', 'The renderer imports shared only'],
  ['src-renderer/stores', '../../src-main/core/ports.ts', 'The renderer imports shared only'],
  ['src-renderer/stores', '#api/index.ts', 'The renderer imports shared only'],
  ['src-renderer/stores', 'node:path', noNode],
  ['src-renderer/stores', 'electron', onlyDesktop],
  ['src-renderer/stores', '@orpc/server', rpcServer],
  ['src-renderer/stores', '@orpc/client', rpcClient],
  ['src-renderer/stores', 'better-sqlite3', onlyStore],
  ['src-renderer/data', '#core/ports.ts', 'The renderer imports shared only'],
  ['src-renderer/data', '@orpc/server', rpcServer],

  ['src-renderer/pages/inspector', '../send/send-place.tsx', 'A page never imports another'],
  ['src-renderer/pages/send', '#renderer/pages/sources/x.tsx', 'A page never imports another'],
  ['src-renderer/pages/send', '#core/ports.ts', 'The renderer imports shared only'],

  ['src-renderer/ui', '#renderer/stores/route.ts', 'ui imports nothing above it'],
  ['src-renderer/ui', '../stores/route.ts', 'ui imports nothing above it'],
  ['src-renderer/ui', '#renderer/pages/send/x.tsx', 'ui imports nothing above it'],
  ['src-renderer/ui', '#renderer/data/core.ts', 'ui imports nothing above it'],
  ['src-renderer/ui', '#renderer/host/host.ts', 'ui imports nothing above it'],
];

const allowed: readonly (readonly [folder: string, specifier: string])[] = [
  ['shared/lib', './backoff.ts'],
  ['shared/lib', 'zod'],
  ['shared/client', './outbox.ts'],
  ['src-main/core/send', '#shared/client/outbox.ts'],
  ['src-main/core/dispatch', '#shared/lib/backoff.ts'],
  ['src-main/core/dispatch', '../store/store.ts'],
  ['src-main/core/dispatch', 'node:net'],
  ['src-main/core/store', 'better-sqlite3'],
  ['src-main/scenarios/expect', '#shared/lib/backoff.ts'],
  ['src-main/scenarios/expect', 'node:crypto'],
  ['src-main/sandbox', '#scenarios/run/ports.ts'],
  ['src-main/sandbox', '#api/index.ts'],
  ['src-main/sandbox', '@orpc/server'],
  ['src-main/mcp', '#shared/contract/index.ts'],
  ['src-main/mcp', '@modelcontextprotocol/server'],
  ['src-main/headless', '#mcp/server.ts'],
  ['src-main/api', '#core/create-core.ts'],
  ['src-main/api', '@orpc/server'],
  ['src-main/headless', '#api/index.ts'],
  ['src-main/headless', '@orpc/server/ws'],
  ['src-main/desktop', '#api/index.ts'],
  ['src-main/desktop', '#headless/create-host.ts'],
  ['src-main/desktop', 'electron'],
  ['src-renderer/stores', '#shared/schemas/delivery.ts'],
  ['src-renderer/data', '@orpc/client/websocket'],
  ['src-renderer/pages/send', '#renderer/ui/button.tsx'],
  ['src-renderer/pages/send', './send-bar.tsx'],
  ['src-renderer/ui', './button.tsx'],
  ['src-renderer/ui', 'react'],
];

const importing = (specifier: string): string =>
  `import { thing } from '${specifier}';\n\nexport const used = thing;\n`;

const ways: Readonly<Record<string, string>> = {
  'import type': "import type { Thing } from '#api/index.ts';\n\nexport type Used = Thing;\n",
  export: "export { thing } from '#api/index.ts';\n",
  'import()': "export const used = () => import('#api/index.ts');\n",
};

const cycle = {
  'src-main/core/one.ts': "import { two } from './two.ts';\n\nexport const one = () => two;\n",
  'src-main/core/two.ts': "import { one } from './one.ts';\n\nexport const two = () => one;\n",
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
    Object.values(ways).map((text, index) => [pathOf('way', 'src-main/core', index), text]),
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
      expect(planted.get(pathOf('way', 'src-main/core', index))).toContainEqual(
        expect.objectContaining({
          severity: 'error',
          message: expect.stringContaining(onlyShared),
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
