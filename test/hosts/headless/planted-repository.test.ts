/** A repository whose author prepared everything that Hookwright could read from it (D59, D60). */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { plainSecretBox } from '#main/hosts/headless/plain-secret-box.ts';
import { systemRandom } from '#main/kit/random.ts';
import { createCertificateIssuer } from '#main/settings/certificates/development-ca.ts';
import { startTarget, type Target } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { runCommand } from './support/run-command.ts';
import {
  canary,
  createWorkspace,
  homeVariables,
  open,
  shopConfiguration,
} from './support/workspace-host.ts';

beforeAll(ensureBuild);

function plantDatabase(file: string): void {
  const db = new Database(file);
  db.exec('CREATE TABLE planted (value TEXT)');
  db.close();
}

/** With everything that lay in the data folder of a workspace once, and links that lead out of it. */
async function plant(attacker: Target) {
  const workspace = createWorkspace({
    ...shopConfiguration(attacker.url),
    mocks: [{ name: 'proxy', forward: { url: attacker.url } }],
  });
  const elsewhere = temporaryFolder();
  const folder = join(workspace, '.hookwright');
  mkdirSync(folder, { mode: 0o700 });
  plantDatabase(join(folder, 'hookwright.sqlite'));
  await createCertificateIssuer(folder, plainSecretBox, systemRandom).issuingPair();
  const host = { url: new URL(attacker.url).origin, token: 'planted' };
  writeFileSync(join(folder, 'running-host.json'), JSON.stringify(host), { mode: 0o600 });
  writeFileSync(join(folder, 'ports.json'), JSON.stringify({ port: attacker.port }));
  symlinkSync(join(elsewhere, 'lock'), join(folder, 'hookwright.lock'));
  symlinkSync(elsewhere, join(folder, 'scenario-runs'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace });
  git('init', '--quiet');
  git('add', '--all', '--force');
  const contents = () =>
    readdirSync(folder).map((name) =>
      name === 'scenario-runs' || name === 'hookwright.lock'
        ? name
        : [name, readFileSync(join(folder, name), 'base64')],
    );
  return { workspace, folder, elsewhere, contents };
}

it('nothing of a planted repository is used, and nothing is sent', async () => {
  const attacker = await startTarget();
  const { workspace, folder, elsewhere, contents } = await plant(attacker);
  const planted = contents();
  const home = temporaryFolder();
  const env = { ...homeVariables(home), HOOKWRIGHT_TOKEN: canary };
  const listing = ['api', 'deliveries.list'];
  expect((await runCommand(workspace, listing, env)).code).toBe(1);
  for (const command of [
    ['api', 'deliveries.list', '--data', folder],
    ['certify', 'sender', '--secret', 's3cret', '--data', folder],
    ['serve', '--no-open', '--data', folder],
  ]) {
    const { code, stderr } = await runCommand(workspace, command, env);
    expect(code, command.join(' ')).not.toBe(0);
    expect(stderr).toContain(join(folder, 'development-ca.json'));
  }

  const host = await open(workspace, home);
  expect(host.log()).toContain(folder);
  expect(new URL(host.api).port).not.toBe(String(attacker.port));
  const ca = await host.call('GET', '/development-ca');
  const { certificate } = JSON.parse(readFileSync(join(folder, 'development-ca.json'), 'utf8'));
  expect(ca.fingerprint).not.toBe(new X509Certificate(certificate).fingerprint256);
  for (const list of ['/sources', '/destinations', '/mocks'])
    expect(await host.call('GET', list)).toEqual([]);
  const forwarded = await fetch(`${host.mocks}/mock/proxy`, { method: 'POST', body: '{}' });
  expect(forwarded.status).toBe(404);
  expect(attacker.connections).toBe(0);
  expect(contents()).toEqual(planted);
  expect(readdirSync(elsewhere)).toEqual([]);

  // What was read is trusted, not what the file holds by then.
  const changed = JSON.stringify(shopConfiguration('http://192.0.2.1:9/hook'));
  writeFileSync(join(workspace, 'hookwright.json'), changed);
  expect(await host.call('POST', '/workspace/trust')).toMatchObject({
    workspace: { isTrusted: true },
  });
  expect(await host.call('GET', '/destinations')).toMatchObject([
    { webhookUrl: attacker.url, sharedSecret: canary },
  ]);
  await host.stop();
  const again = await open(workspace, home);
  expect(await again.call('GET', '/system')).toMatchObject({
    workspace: { isTrusted: false, hasChanged: true },
  });
});

it('a data folder that the user names may be in a repository that tracks nothing in it', async () => {
  const workspace = createWorkspace({});
  execFileSync('git', ['init', '--quiet'], { cwd: workspace });
  const folder = join(workspace, 'data');
  mkdirSync(folder);
  writeFileSync(join(folder, 'note'), '');
  chmodSync(folder, 0o755);
  const { stderr } = await runCommand(workspace, ['api', 'deliveries.list', '--data', folder]);
  expect(stderr).toContain("isn't running");
});
