/** Process groups, whose members may end without anyone asking for their exit code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { isGroupRunning, signalGroup } from '#main/kit/process-group.ts';
import { skipBecause, skipWithout } from '#test/support/skipped.ts';
import { findLanguage } from '../../scripts/languages.mjs';

// One process leads a group. Another one, outside of it, has a child in it and never asks for its exit code.
const program = `
import os, time
leader = os.getpid()
if os.fork() == 0:
    os.setpgid(0, 0)
    if os.fork() == 0:
        os.setpgid(0, leader)
        print(os.getppid(), flush=True)
    time.sleep(60)
time.sleep(60)
`;

const python = findLanguage('Python');
if (process.platform !== 'linux')
  skipBecause('this system is not Linux, which alone has a list of zombie processes');
else if (python === null) skipWithout('Python');
else
  it('a group ends with its last process, even if no exit code is asked for', async () => {
    const leader = spawn(python, ['-c', program], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(leader.pid);
    const [line] = await once(leader.stdout, 'data');
    const outside = Number(String(line));
    onTestFinished(() => void process.kill(outside, 'SIGKILL'));
    expect(isGroupRunning(pid)).toBe(true);
    expect(isGroupRunning(outside)).toBe(true);
    expect(signalGroup(pid, 'SIGKILL')).toBe(true);
    await once(leader, 'exit');
    await expect.poll(() => isGroupRunning(pid)).toBe(false);
    expect(isGroupRunning(outside)).toBe(true);
  });
