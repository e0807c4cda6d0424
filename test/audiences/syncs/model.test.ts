/**
 * Random adds, removals, replacements, syncs, cancels and crashes compared with a model: after each
 * completed sync, the receiver's state equals the audience at the start of the sync, and no user
 * is sent twice.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completed, makeAudience, receivedValues, startSync } from '#test/support/audiences.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { openCore, type StartedCore } from '#test/support/start-core.ts';
import { openTarget, type Target } from '#test/support/target-server.ts';
import { killedFolder } from '#test/support/temporary-folder.ts';

type Step =
  | { readonly kind: 'add' | 'remove' | 'replace'; readonly userIds: readonly string[] }
  /** A complete sync, or one stopped after this many users. */
  | { readonly kind: 'sync' }
  | { readonly kind: 'start' | 'advance'; readonly users: number }
  | { readonly kind: 'cancel' | 'resume' | 'crash' };

const everyone = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const users = fc.subarray(everyone, { minLength: 1, maxLength: 5 });
const few = fc.integer({ min: 1, max: 3 });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('add', 'remove', 'replace'), userIds: users }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'sync' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('start', 'advance'), users: few }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('cancel', 'resume', 'crash') }) },
);

/** Starts with all users as members and a running sync, so that changes meet an open sync. */
const steps: fc.Arbitrary<readonly Step[]> = fc
  .array(step, { minLength: 3, maxLength: 12 })
  .map((rest) => [{ kind: 'add', userIds: everyone }, { kind: 'start', users: 1 }, ...rest]);

/** The product and its model. */
class Run {
  readonly #clock: FakeClock;
  readonly #target: Target;
  readonly #id: string;
  #started: StartedCore;
  /** The members now, and at the start of the current sync. */
  readonly #members = new Set<string>();
  #membersAtStart: ReadonlySet<string> = new Set();
  #sync: number | null = null;

  private constructor(clock: FakeClock, target: Target, started: StartedCore, id: string) {
    this.#clock = clock;
    this.#target = target;
    this.#started = started;
    this.#id = id;
  }

  static async open(): Promise<Run> {
    const target = await openTarget();
    const clock = new FakeClock();
    const started = await openCore({ clock });
    await connect(started.core, { urls: [target.url], payloadShape: 'full' });
    const { id } = await makeAudience(started.core);
    return new Run(clock, target, started, id);
  }

  async close(): Promise<void> {
    await this.#started.stop();
    await this.#target.close();
  }

  get #core() {
    return this.#started.core;
  }

  #state(): string | null {
    return this.#sync === null ? null : this.#core.syncs.get({ id: this.#sync }).state;
  }

  /** Waits until the sync pauses for its rate or ends, and everything sent has arrived. */
  async #finished(): Promise<void> {
    const sync = this.#sync;
    if (sync === null) return;
    const { followed } = this.#started;
    await Promise.race([
      this.#clock.scheduled(this.#clock.now() + 1_000),
      followed.until(() => this.#core.syncs.get({ id: sync }).state !== 'running'),
    ]);
    await followed.until(() => {
      const { accepted, delivered } = this.#core.ledger.get();
      return accepted === delivered;
    });
    this.#check();
  }

  /** Users whose last value at the receiver is true. */
  #membersAtReceiver(): ReadonlySet<string> {
    const last = new Map(
      receivedValues(this.#target, 'big_spenders').map(({ userId, value }) => [userId, value]),
    );
    return new Set([...last].filter(([, value]) => value === true).map(([userId]) => userId));
  }

  #check(): void {
    const messageIds = receivedValues(this.#target, 'big_spenders').map(
      ({ messageId }) => messageId,
    );
    expect(new Set(messageIds).size, 'no user is sent twice within a sync').toBe(messageIds.length);
    if (this.#state() === 'completed')
      expect(this.#membersAtReceiver(), 'the values at the receiver').toEqual(this.#membersAtStart);
  }

  async #start(perSecond: number | null): Promise<void> {
    this.#sync = (await startSync(this.#core, this.#id, perSecond)).id;
    this.#membersAtStart = new Set(this.#members);
  }

  async #advance(count: number): Promise<void> {
    for (let n = 0; n < count && this.#state() === 'running'; n += 1) {
      this.#clock.advance(1_000);
      await this.#finished();
    }
  }

  /** Like kill -9; a running sync continues by itself. */
  async #crash(): Promise<void> {
    const dataFolder = killedFolder(this.#started.dataFolder);
    await this.#started.stop();
    this.#started = await openCore({ clock: this.#clock, dataFolder });
    if (this.#state() === 'running') await this.#finished();
  }

  async apply(step: Step): Promise<void> {
    const { members } = this.#core.audiences;
    switch (step.kind) {
      case 'add':
        await members.add({ id: this.#id, userIds: [...step.userIds] });
        for (const userId of step.userIds) this.#members.add(userId);
        return;
      case 'remove':
        await members.remove({ id: this.#id, userIds: [...step.userIds] });
        for (const userId of step.userIds) this.#members.delete(userId);
        return;
      case 'replace':
        await members.replace({ id: this.#id, userIds: [...step.userIds] });
        this.#members.clear();
        for (const userId of step.userIds) this.#members.add(userId);
        return;
      case 'sync':
        if (this.#state() === 'running') await this.#advance(100);
        await this.#start(null);
        await completed(this.#core, this.#started.followed, this.#sync ?? 0);
        return this.#check();
      case 'start':
        if (this.#state() === 'running') return;
        await this.#start(1);
        await this.#finished();
        return this.#advance(step.users - 1);
      case 'advance':
        return this.#advance(step.users);
      case 'cancel':
        if (this.#state() === 'running') await this.#core.syncs.cancel({ id: this.#sync ?? 0 });
        return;
      case 'resume':
        if (this.#sync === null || !this.#core.syncs.get({ id: this.#sync }).resumable) return;
        await this.#core.syncs.resume({ id: this.#sync });
        return this.#finished();
      case 'crash':
        return this.#crash();
    }
  }
}

it("the receiver's state equals the audience after every completed sync", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const run = await Run.open();
      try {
        for (const step of sequence) await run.apply(step);
        await run.apply({ kind: 'sync' });
      } finally {
        await run.close();
      }
    }),
    { numRuns: 25 },
  );
});
