/**
 * `npm run soak -- verdicts [runs] [loops] [seed]`: explores and certifies receivers, and certifies senders, beside busy
 * loops; half of them have a bug. No verdict may be false, and at most one in twenty inconclusive (D69, D71).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainSecretBox } from '#main/hosts/headless/plain-secret-box.ts';
import { systemRandom } from '#main/kit/random.ts';
import { createCertificateIssuer } from '#main/settings/certificates/development-ca.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { retryDelayMs } from '#shared/profiles/backoff.ts';
import type { RetrySchedule } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { DisturbanceKind } from '#shared/scenarios/schema/exploration.ts';
import {
  type Fault,
  faults,
  orderFault,
  plantedIn,
  serviceFaults,
} from '#test/certification/senders/faults.ts';
import { type SenderRules, startSender } from '#test/certification/senders/sender.ts';
import { bullMqStyle, type Style, svixStyle } from '#test/certification/senders/styles.ts';
import {
  buggy,
  buggyOutcomes,
  correct,
  decodesHex,
  failing,
  type Outcomes,
  openReceiver,
  secret,
} from '#test/certification/support/receivers.ts';
import { startCli } from '#test/hosts/headless/support/run-cli.ts';
import { bugsOf, exploreReceiver, isInstalled, planted } from '#test/scenarios/explore/planted.ts';
import { makeFolder, removeFolder } from '#test/support/temporary-folder.ts';
import { besideBusyLoops } from './busy-runs.ts';

const maxInconclusiveShare = 1 / 20;

type Say = (line: string) => void;

interface Verdict {
  readonly is: 'true' | 'false' | 'inconclusive';
  /** What was found. */
  readonly text: string;
}

interface Subject {
  readonly name: string;
  readonly judge: () => Promise<Verdict>;
}

/** What is explored, or certified, without a bug and with one. */
interface Subjects {
  /** How many are judged at the same time: most of the time of a certification is waiting. */
  readonly concurrency: number;
  /** Part of all runs. */
  readonly share: number;
  readonly right: readonly Subject[];
  readonly wrong: readonly Subject[];
}

const exitCodes = { passed: 0, failed: 1, inconclusive: 3 } as const;

/** By the exit code of the command. */
const judged = (code: number | null, expected: keyof typeof exitCodes, text: string): Verdict => ({
  is: code === exitCodes.inconclusive ? 'inconclusive' : `${code === exitCodes[expected]}`,
  text,
});

const receivers = planted.filter(isInstalled);

const explorations: Subjects = {
  ...{ concurrency: 1, share: 0.15 },
  right: receivers.flatMap((receiver) =>
    DisturbanceKind.options.map((kind) => ({
      name: `explore ${receiver.language} without a bug, ${kind}`,
      async judge() {
        // `npm run soak -- explore` goes on to the end.
        const flags = ['--disturb', kind, '--runs', '10', '--allow-incomplete'];
        const { code, output, report } = await exploreReceiver(receiver, 'none', { flags });
        const text = code === exitCodes.passed ? `${report.coverage.runs} schedules` : output;
        return judged(code, 'passed', text);
      },
    })),
  ),
  wrong: receivers.flatMap((receiver) =>
    bugsOf(receiver).map((bug) => ({
      name: `explore ${receiver.language} ${bug}`,
      async judge() {
        const { code, output, report } = await exploreReceiver(receiver, bug);
        const disturbances = report.finding?.disturbances ?? [];
        const text = disturbances.map(({ kind }) => kind).join(', ') || output;
        const isFound = disturbances.length > 0 || code === exitCodes.inconclusive;
        return isFound ? judged(code, 'failed', text) : { is: 'false', text };
      },
    })),
  ),
};

/** Of a receiver or a sender. */
interface Report {
  readonly results: readonly { readonly code: string; readonly outcome: string }[];
}

const isDecided = (outcome: string): boolean => ['passed', 'warned', 'failed'].includes(outcome);

/** False if a single check is. */
async function certified(
  folder: string,
  args: readonly string[],
  expected: Outcomes,
): Promise<Verdict> {
  const file = join(folder, 'report.json');
  const command = startCli(folder, ['certify', ...args, '--json', file]);
  const { code, stdout, stderr } = await command.ended;
  if (!existsSync(file)) return { is: 'false', text: stdout + stderr };
  const { results }: Report = JSON.parse(readFileSync(file, 'utf8'));
  const isFalse = results.some(
    ({ code, outcome }) => isDecided(outcome) && outcome !== (expected[code] ?? 'passed'),
  );
  if (isFalse) return { is: 'false', text: stdout };
  const isWrong = Object.values(expected).includes('failed');
  const text = Object.keys(expected).join(', ') || 'certified';
  const verdict = judged(code, isWrong ? 'failed' : 'passed', text);
  return verdict.is === 'true' ? verdict : { ...verdict, text: stdout };
}

async function inFolder(work: (folder: string) => Promise<Verdict>): Promise<Verdict> {
  const folder = makeFolder();
  try {
    return await work(folder);
  } finally {
    removeFolder(folder);
  }
}

function receiver(
  name: string,
  [behavior, processes]: Parameters<typeof openReceiver>,
  expected: Outcomes,
): Subject {
  const judge = (folder: string) =>
    openReceiver(behavior, processes).then(async ({ url, lookupUrl, close }) => {
      // The others don't process what they get.
      const lookup = name in buggy ? [] : ['--lookup-url', lookupUrl];
      const verdict = await certified(folder, [url, '--secret', secret, ...lookup], expected);
      close();
      return verdict;
    });
  return { name: `certify receiver ${name}`, judge: () => inFolder(judge) };
}

const receiverCertifications: Subjects = {
  ...{ concurrency: 4, share: 0.4 },
  right: [receiver('right', [correct], {}), receiver('that decodes hex', [decodesHex], {})],
  wrong: [
    receiver('twice', [correct, { processes: 'every time' }], failing('duplicate_processed_once')),
    ...(Object.keys(buggy) as (keyof typeof buggy)[]).map((name) =>
      receiver(name, [buggy[name]], buggyOutcomes[name]),
    ),
  ],
};

/** As senders do in real time: what the machine delays is short beside it. */
const realistic = (style: Style, retries: RetrySchedule): Style => {
  const { timeLimitMs } = profileOf({ profile: defaultProfileId });
  return {
    ...style,
    profile: { ...style.profile, timeLimitMs, retries },
    rules: {
      ...style.rules,
      timeoutMs: timeLimitMs,
      delayMs(number, { retryAfterMs }, { marker }) {
        const fraction = seededFraction(Number(/\d+$/.exec(marker)?.[0]), number);
        const delayMs = retryDelayMs(retries, number, fraction);
        return delayMs === null ? null : Math.max(delayMs, retryAfterMs ?? 0);
      },
    },
  };
};

const queue = realistic(bullMqStyle, {
  ...{ kind: 'exponential', baseMs: 2_000, factor: 2, capMs: 10_000, maxAttempts: 3 },
  ...{ jitter: { minus: 0, plus: 0 }, windowMs: null, windowLimits: 'attempts' },
});
const service = realistic(svixStyle, {
  ...{ kind: 'delays', delaysMs: [5_000, 5_000, 5_000], jitter: { minus: 0.2, plus: 0.2 } },
});

function sender(style: Style, rules: SenderRules, fault?: Fault): Subject {
  const expected = fault === undefined ? [] : [fault.check, ...(fault.also ?? [])];
  const judge = async (folder: string): Promise<Verdict> => {
    const issuer = createCertificateIssuer(folder, plainSecretBox, systemRandom);
    const { certificate: ca } = await issuer.issuingPair();
    const profile = join(folder, 'profile.json');
    writeFileSync(profile, JSON.stringify(style.profile));
    const { triggerUrl, close } = await startSender({ rules, ca });
    const args = [
      ...['sender', '--profile', profile, '--secret', style.secret, '--data', folder],
      ...['--previous-secret', style.previousSecret, '--trigger', triggerUrl, '--max-time', '3m'],
    ];
    const verdict = await certified(folder, args, failing(...expected));
    await close();
    return verdict;
  };
  const name = `certify sender in ${style.name}: ${fault?.name ?? 'right'}`;
  return { name, judge: () => inFolder(judge) };
}

const senderCertifications: Subjects = {
  ...{ concurrency: 4, share: 0.45 },
  right: [queue, service].map((style) => sender(style, style.rules)),
  wrong: [queue, service].flatMap((style) =>
    [...faults, orderFault, ...(style === service ? serviceFaults : [])].map((fault) =>
      sender(style, plantedIn(style, fault), fault),
    ),
  ),
};

/** In an order that depends on the seed, from the beginning again at the end. */
function chosen(subjects: readonly Subject[], count: number, seed: number): readonly Subject[] {
  const order = subjects
    .map((subject, index) => ({ subject, place: seededFraction(seed, index) }))
    .sort((a, b) => a.place - b.place);
  return Array.from({ length: count }, (_, index) => order[index % order.length]).flatMap(
    (one) => one?.subject ?? [],
  );
}

/** Returns whether the verdicts are as they should be. */
export async function verdictRuns(
  runs: number,
  loops: number,
  seed: number,
  say: Say,
): Promise<boolean> {
  const counts = { true: 0, false: 0, inconclusive: 0 };
  async function judgeAll(subjects: Iterator<Subject>): Promise<void> {
    for (let next = subjects.next(); !next.done; next = subjects.next()) {
      const { name, judge } = next.value;
      const startedAt = performance.now();
      const { is, text } = await judge();
      counts[is] += 1;
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      say(`${is === 'true' ? 'ok' : is.toUpperCase()} ${name}: ${seconds} s, ${text}`);
    }
  }
  say(`${runs} runs beside ${loops} busy loops, seed ${seed}`);
  await besideBusyLoops(loops, async () => {
    for (const { concurrency, share, right, wrong } of [
      explorations,
      receiverCertifications,
      senderCertifications,
    ]) {
      const half = Math.round((runs * share) / 2);
      const subjects = [...chosen(right, half, seed), ...chosen(wrong, half, seed)].values();
      await Promise.all(Array.from({ length: concurrency }, () => judgeAll(subjects)));
    }
  });
  say(`${counts.true} true, ${counts.false} false, ${counts.inconclusive} inconclusive`);
  return counts.false === 0 && counts.inconclusive <= runs * maxInconclusiveShare;
}
