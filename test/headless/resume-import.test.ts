/** `hookwright deliveries resume-import`, after a host was killed while sending. */
import { beforeAll, describe, expect, it } from 'vitest';
import { importJobs, linesTo, read } from '#test/core/transfer/resend-imports/imported.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { runDeliveries } from './support/run-deliveries.ts';
import { startInterface, token } from './support/start-interface.ts';

const everyBody = Array.from({ length: 6 }, (_, number) => `body ${number}`);

beforeAll(ensureBuild);

/** Files of six requests each; the host was stopped after some of each were sent. */
async function interrupted(files: number) {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  // Time stands still: the rate allows no more.
  const first = await openCore({ dataFolder, clock: new FakeClock() });
  for (let file = 0; file < files; file++) {
    const { id } = await read(
      first.core,
      linesTo(target.url, everyBody),
      undefined,
      `file ${file}.jsonl`,
    );
    const to = { kind: 'file' as const, origins: [new URL(target.url).origin] };
    await first.core.resendImports.start({ id, to, headers: {}, perSecond: 10 });
  }
  await target.received(files);
  await first.stop();
  return { target, ...(await resumable(dataFolder)) };
}

async function resumable(dataFolder: string) {
  const { core, port } = await startInterface({ dataFolder });
  const address = ['--url', `http://127.0.0.1:${port}`, '--token', token];
  const resume = (...args: readonly string[]) =>
    runDeliveries(['resume-import', ...args, ...address]);
  return { core, resume };
}

/** One file of six requests; the host was killed with all of them in flight. */
async function killed() {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  target.always(when(new Promise<void>(() => undefined), reply(200)));
  const child = await runCoreProcess(dataFolder);
  child.importText(linesTo(target.url, everyBody), new URL(target.url).origin);
  await target.received(everyBody.length);
  await child.kill();
  target.always(reply(200));
  return { target, ...(await resumable(dataFolder)) };
}

describe('hookwright deliveries resume-import', () => {
  it('sends the rest once, and then has nothing to resume', async () => {
    const { target, resume } = await interrupted(1);
    const { code, stdout, stderr } = await resume();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('6 requests sent.\n  6 delivered.\n');
    expect(target.requests.map(({ body }) => body.toString()).sort()).toEqual(everyBody);
    expect(await resume()).toEqual({
      code: 1,
      stdout: '',
      stderr: 'hookwright: Nothing to resume: no import is paused.\n',
    });
  });

  it('lists several paused imports, and resumes the given one', async () => {
    const { core, resume } = await interrupted(2);
    const which = await resume();
    expect(which).toMatchObject({ code: 2, stdout: '' });
    const [one, other] = importJobs(core);
    for (const job of [one, other])
      expect(which.stderr).toContain(`  ${job?.id}  ${job?.file}, ${job?.doneCount} of 6 sent\n`);
    const { code, stdout } = await resume(String(one.id), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: one.id, state: 'completed', doneCount: 6 });
    expect(other).toMatchObject({ state: 'paused' });
  });

  it('resends requests that were in flight at a kill only with --resend-interrupted', async () => {
    const { core, target, resume } = await killed();
    expect(importJobs(core)[0]).toMatchObject({ doneCount: 0, counts: { interrupted: 6 } });
    const { code, stderr } = await resume();
    expect(code).toBe(2);
    expect(stderr).toContain('--resend-interrupted');
    expect(target.requests).toHaveLength(6);
    const again = await resume('--resend-interrupted', '--json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({
      state: 'completed',
      doneCount: 6,
      counts: { delivered: 6 },
    });
    const bodies = target.requests.slice(6).map(({ body }) => body.toString());
    expect(bodies.sort()).toEqual(everyBody);
  });

  it('fails with a message when none of the rest was delivered', async () => {
    const { target, resume } = await interrupted(1);
    target.always(reply(503));
    const { code, stderr } = await resume();
    expect(code).toBe(1);
    expect(stderr).toMatch(/None of the \d requests was delivered/);
  });

  it('rejects an import that is not paused or does not exist', async () => {
    const { core, resume } = await interrupted(1);
    const { id } = importJobs(core)[0];
    await resume();
    for (const unknown of [String(id), '999', 'rim_nope']) {
      const { code, stdout, stderr } = await resume(unknown);
      expect({ code: code === 0, stdout }).toEqual({ code: false, stdout: '' });
      expect(stderr).not.toBe('');
    }
  });
});
