/** `hookwright certify`: exit codes and reports. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CertificationReport, checksOf } from '#shared/certification/receiver.ts';
import { redactedInUrl } from '#shared/kit/redacted.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { buggy, correct, secret, startReceiver } from '#test/certification/support/receivers.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { unhurried, writeUnhurried } from '#test/support/unhurried.ts';
import { version } from '../../../package.json' with { type: 'json' };
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { project } from './support/run-cli.ts';
import { runCommand } from './support/run-command.ts';

beforeAll(ensureBuild);

/** By a profile whose time limit no machine exceeds. */
const certify = (...args: readonly string[]) =>
  runCommand(project, ['certify', '--profile', writeUnhurried(temporaryFolder()), ...args]);

describe('hookwright certify', () => {
  it('exits with 0 for a correct receiver and writes all reports', async () => {
    const { url, lookupUrl } = await startReceiver(correct);
    const token = 'token-of-the-webhook';
    const folder = temporaryFolder();
    const file = (name: string) => join(folder, name);
    const { code, stdout, stderr } = await certify(
      ...[`${url}?token=${token}`, '--secret', secret, '--lookup-url', lookupUrl],
      ...['--expect-reject', '401,403'],
      ...['--junit', file('r.xml'), '--html', file('r.html'), '--json', file('r.json')],
      ...['--badge', file('r.svg')],
    );
    const announced = `Sends requests to: ${new URL(url).origin}\n`;
    expect({ code, stderr }).toEqual({ code: 0, stderr: announced });
    expect(stdout.split('\n').at(-2)).toBe(
      `Certified: ${checksOf(profileOf({ profile: defaultProfileId })).length} passed.`,
    );
    const report: CertificationReport = JSON.parse(readFileSync(file('r.json'), 'utf8'));
    expect(report).toMatchObject({
      url: `${url}?token=${redactedInUrl}`,
      ...{ certified: true, complete: true, profile: { id: unhurried.id } },
    });
    expect(readFileSync(file('r.xml'), 'utf8')).toContain('failures="0"');
    expect(readFileSync(file('r.html'), 'utf8')).toContain('Certified');
    expect(readFileSync(file('r.svg'), 'utf8')).toContain(
      `<title>Hookwright certified | ${unhurried.id} | ${version}</title>`,
    );
    for (const name of ['r.xml', 'r.html', 'r.json'])
      for (const hidden of [secret, token])
        expect(readFileSync(file(name), 'utf8')).not.toContain(hidden);
  });

  it('exits with 1 and names the check when one fails, and with 0 when it is skipped', async () => {
    const { url } = await startReceiver(buggy.trims);
    const badge = join(temporaryFolder(), 'badge.svg');
    const failed = await certify(url, '--secret', secret, '--badge', badge);
    expect(readFileSync(badge, 'utf8')).toContain('<title>Hookwright not certified | ');
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/failed +Body with a line break added\n +Accepted with 200/);
    const skipped = await certify(
      url,
      '--secret',
      secret,
      '--skip',
      'reject_added_white_space=The proxy does.',
    );
    expect(skipped.code).toBe(0);
    expect(skipped.stdout).toMatch(/skipped +Body with a line break added\n +The proxy does\./);
  });

  it('reports a common cause of all failures, and prints a repeated message once', async () => {
    const { url } = await startReceiver(correct);
    const { stdout } = await certify(url, '--secret', 'not that of the receiver');
    expect(stdout).toContain('Check --secret,');
    const same = 'Returned 401. Expected a 2xx.';
    expect(stdout.split(same)).toHaveLength(2);
    expect(stdout).toMatch(/failed +Signed page message\n +Same as above/);
  });

  it('sends static headers with every request', async () => {
    const seen = new Set<string | undefined>();
    const { url } = await startReceiver((received) => {
      seen.add(received.header('x-env'));
      return correct(received);
    });
    expect((await certify(url, '--secret', secret, '--header', 'X-Env: staging')).code).toBe(0);
    expect([...seen]).toEqual(['staging']);
  });

  it('exits with 2 and a fix for invalid options', async () => {
    const asked = async (...args: string[]) => {
      const { code, stderr } = await certify(...args);
      expect(code).toBe(2);
      return stderr;
    };
    const url = 'http://127.0.0.1:9/hook';
    expect(await asked()).toMatch(/^hookwright: .*'url'/);
    expect(await asked(url)).toContain('--secret: Shared secret is empty');
    expect(await asked(url, '--secret', 's', '--expect-reject', 'no')).toContain('401,403');
    expect(await asked(url, '--secret', 's', '--skip', 'nothing')).toContain('CHECK=REASON');
    const several = await asked(
      ...['nowhere', '--secret', 's', '--expect-reject', '200', '--skip', 'nothing=x'],
      ...['--lookup-url', 'x'],
    );
    expect(several).toContain('<url>: URL must be a full URL');
    expect(several).toContain('--expect-reject: A status for rejection must be from 300 to 499');
    expect(several).toContain('--skip: Unknown check "nothing"');
    expect(several).toContain('--lookup-url: The lookup URL must be');
  });

  it('creates the folder of a report, and exits with 2 before sending anything if it cannot', async () => {
    const folder = temporaryFolder();
    const { url, requests } = await startReceiver(correct);
    const made = join(folder, 'reports', 'junit.xml');
    expect(await certify(url, '--secret', secret, '--junit', made)).toMatchObject({ code: 0 });
    const sent = requests.length;
    expect(await certify(url, '--secret', secret, '--json', join(made, 'x.json'))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--json: Can't write the report"),
    });
    expect(requests).toHaveLength(sent);
    const inTheWay = join(folder, 'reports');
    expect(await certify(url, '--secret', secret, '--html', inTheWay)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('Certified: '),
      stderr: expect.stringContaining("--html: Can't write the report"),
    });
  });

  it('exits with 1 when nothing listens at the address', async () => {
    const { code, stdout } = await certify('http://127.0.0.1:9/hook', '--secret', 's');
    expect(code).toBe(1);
    expect(stdout).toContain('Connection refused');
  });
});
