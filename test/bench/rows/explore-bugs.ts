/** How long `hookwright explore` takes to find each planted bug, in the slowest language. */
import {
  commonBugs,
  exploreReceiver,
  findingLimits,
  isInstalled,
  planted,
  stepLinesIn,
} from '#test/scenarios/explore/planted.ts';
import { limitRow, type Row } from '../table.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

export async function exploreBugs(): Promise<readonly Row[]> {
  const receivers = planted.filter(isInstalled);
  for (const { language } of planted.filter((one) => !receivers.includes(one)))
    say(`explore-bugs: skipped ${language}: it is missing`);
  const rows: Row[] = [];
  let stepLines = 0;
  for (const bug of Object.keys(commonBugs)) {
    let seconds = 0;
    for (const receiver of receivers) {
      const explored = await exploreReceiver(receiver, bug);
      const text = explored.report.finding?.text;
      if (text == null) throw new Error(`${receiver.language} ${bug}: ${explored.output}`);
      seconds = Math.max(seconds, explored.seconds);
      stepLines = Math.max(stepLines, stepLinesIn(text));
    }
    rows.push(limitRow(`explore: find ${bug}`, 's', seconds, findingLimits.seconds));
  }
  rows.push(limitRow('explore: steps of a finding', 'lines', stepLines, findingLimits.stepLines));
  return rows;
}
