/** The mock endpoints of a run: a second core, outside the process of the product. */
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createRouter } from '#main/hosts/api/index.ts';
import type { SendGate } from '#main/kit/http-client/send-gate.ts';
import { remoteEnd } from '#main/kit/requests-in-flight.ts';
import type { NextResponse } from '#main/scenarios/fixture.ts';
import { createSenderProfiles } from '#main/signatures/signing/sender-profiles.ts';
import type { ContractClient } from '#shared/contract.ts';
import { createSteppedClock, openSharedClock } from './clocks.ts';
import type { LoggedError } from './messages.ts';
import { createConnections, startSandboxCore, whenAtRest } from './parts.ts';
import type { Product } from './product.ts';
import type { RunSettings } from './run-settings.ts';

export async function startMocks({
  version,
  seed,
  stallMs,
  folder,
  now,
  gate,
}: Pick<RunSettings, 'version' | 'seed' | 'stallMs'> & {
  /** Folder of the run. */
  readonly folder: string;
  readonly now: number;
  /** Where its requests may go. */
  readonly gate: SendGate;
}) {
  const shared = openSharedClock(join(folder, 'clock'), 'create');
  let isFollowing = false;
  const stepped = createSteppedClock(now, () => (isFollowing ? shared.read() : null));
  const connections = createConnections();
  const senderProfiles = createSenderProfiles();
  const responses = new Map<string, NextResponse>();
  let errors: LoggedError[] = [];
  let product: Product | null = null;
  const started = await startSandboxCore({
    ...{ version, seed, clock: stepped.clock },
    dataFolder: join(folder, 'mocks'),
    onError: ({ message, ...error }) =>
      void errors.push({ ...error, message: `Mock endpoints: ${message}` }),
    sandbox: {
      ...{ seed, gate },
      time: stepped.time,
      timeHeader: null,
      admit: async () => ({ started: () => undefined, ended: () => undefined }),
      opened: () => undefined,
      senderProfiles,
      responsesOf: (mock) => responses.get(mock),
      accepted: (socket) => connections.add(remoteEnd(socket), socket),
      hold(socket: Socket) {
        const end = remoteEnd(socket);
        product?.hold(end, socket.bytesWritten);
        return () => product?.release(end);
      },
    },
  }).catch((error: unknown) => {
    shared.close();
    throw error;
  });
  const { core, activity } = started;
  return {
    client: createRouterClient(createRouter(core)) as ContractClient,
    connections,
    /** Learns of the connections on which a mock endpoint waits. */
    setProduct(started: Product): void {
      product = started;
    },
    /** The destinations, by whose profiles mock endpoints check signatures. */
    setSenders: senderProfiles.set,
    /** Responses of a mock endpoint that go before its rules and steps. */
    setResponses: (mock: string, next: NextResponse) => void responses.set(mock, next),
    nextAt: stepped.nextAt,
    advanceTo: stepped.advanceTo,
    /** Whether its clock follows that of the product, which runs ahead. */
    follow(isAhead: boolean): void {
      isFollowing = isAhead;
    },
    /** Resolves when idle. */
    atRest: () => whenAtRest(core.busyParts, stallMs),
    takeErrors(): readonly LoggedError[] {
      const logged = errors;
      errors = [];
      return logged;
    },
    takeRequests: () => activity.readNew().requests,
    async stop(): Promise<void> {
      await core.stop();
      shared.close();
    },
  };
}

export type Mocks = Awaited<ReturnType<typeof startMocks>>;
