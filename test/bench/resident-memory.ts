import { readFile } from 'node:fs/promises';

/** The most memory a process ever had in RAM, in MB; not a number where the system does not say. */
export async function peakResidentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  return Number(kilobytes ?? Number.NaN) / 1_000;
}
