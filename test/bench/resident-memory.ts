import { readFile } from 'node:fs/promises';

/** Peak resident memory of a process, in MB; NaN if the system does not report it. */
export async function peakResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return Number(kilobytes ?? Number.NaN) / 1_000;
}
