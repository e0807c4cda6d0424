/**
 * Kills the host repeatedly at random instants under load, also during startup. Checks at the end
 * that no accepted message was lost and no delivery forgotten (D8, D33).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { type FlakyReceiver, startFlakyReceiver } from './flaky-receiver.ts';
import { ledgerOf, startLife } from './host-life.ts';
import { type Inspection, inspectDatabase } from './inspect-database.ts';
import { startClients } from './persistent-clients.ts';

export interface KillRunOptions {
  /** An empty folder. */
  readonly folder: string;
  readonly seed: number;
  /** Called before every kill, with the number of earlier kills. */
  readonly shouldContinue: (kills: number) => boolean;
  readonly clients?: number;
}

export interface KillRunResult {
  readonly kills: number;
  readonly accepted: number;
  /** Per receiver, messages that the client got 200 for but the receiver never did. */
  readonly lost: readonly (readonly string[])[];
  /** Requests beyond those expected without kills and failed responses. */
  readonly repeated: number;
  readonly ledger: Ledger;
  readonly database: Inspection;
  readonly stopCode: number | null;
}

/** A third of the runs are killed at most this long after their start, most of them before they are ready. */
const startingMs = 350;

/** The others are killed after accepting up to this many messages. */
const mostAccepted = 100;

const retry = { baseMs: 20, capMs: 200, jitter: 0.5, windowMs: 14_400_000 };

function writeConfiguration(file: string, [one, two, three]: readonly FlakyReceiver[]): void {
  const url = (receiver: FlakyReceiver | undefined) => receiver?.url ?? '';
  const common = { sharedSecret: 's3cret', payloadShape: 'full', sources: ['Soak'], retry };
  writeFileSync(
    file,
    JSON.stringify({
      sources: [{ name: 'Soak', writeKey: 'soak' }],
      destinations: [
        { ...common, name: 'One webhook', webhookUrl: url(one) },
        {
          ...common,
          name: 'Two webhooks',
          fanOut: 'each',
          webhooks: [{ url: url(two) }, { url: url(three) }],
        },
      ],
    }),
  );
}

export async function killRun(options: KillRunOptions): Promise<KillRunResult> {
  const { folder, seed } = options;
  const dataFolder = join(folder, 'data');
  const configuration = join(folder, 'configuration.json');
  const receivers = await Promise.all([1, 2, 3].map((n) => startFlakyReceiver(seed + n)));
  writeConfiguration(configuration, receivers);
  const clients = startClients(options.clients ?? 6);
  const life = () => {
    const started = startLife({ dataFolder, configuration });
    void started.ready.then((ready) => ready && clients.sendTo(ready.ingest));
    return started;
  };

  let kills = 0;
  for (; options.shouldContinue(kills); kills += 1) {
    const { ready, kill } = life();
    const luck = seededFraction(seed, kills);
    const diesStarting = seededFraction(~seed, kills) < 1 / 3;
    if (diesStarting) await pause(luck * startingMs);
    else {
      await ready;
      await clients.acceptedMore(Math.ceil(luck * mostAccepted));
    }
    await kill();
  }

  const last = life();
  const ready = await last.ready;
  if (ready === null) throw new Error('After the last kill the host did not start.');
  await clients.finish();
  const ledger = await ledgerOf(ready, ({ waiting }) => waiting === 0);
  const stopCode = await last.stop();
  await Promise.all(receivers.map((receiver) => receiver.close()));
  const accepted = [...clients.accepted];
  return {
    kills,
    accepted: accepted.length,
    lost: receivers.map(({ responded }) => accepted.filter((id) => !responded.has(id))),
    repeated: receivers
      .flatMap(({ received }) => [...received.values()])
      .reduce((sum, times) => sum + times - 1, 0),
    ledger,
    database: inspectDatabase(dataFolder),
    stopCode,
  };
}
