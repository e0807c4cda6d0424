/** The diagnosis of a signature that no known mistake explains, which tries all of them. */
import { diagnoseSpecified } from '../../signatures/support/specified.ts';
import { limitRow, median, type Row } from '../table.ts';

const rounds = 5;
const limitMs = 1_000;

/** 32 KB that differ in every language. */
const body = JSON.stringify({ text: 'Zoë </a> & '.repeat(2_800), list: [1, 2.5, {}] });

export async function diagnosis(): Promise<readonly Row[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    await diagnoseSpecified(body, 's', '0'.repeat(40));
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return [
    limitRow('diagnosis of 32 KB without a match, processor time', 'ms', median(times), limitMs),
  ];
}
