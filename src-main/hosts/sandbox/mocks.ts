/** The mock endpoints of a run: a second core, outside the process of the product. */
import type { Socket } from 'node:net';
import { createRouterClient } from '@orpc/server';
import { createCore } from '#main/app.ts';
import { createRouter } from '#main/hosts/api/index.ts';
import type { SendGate } from '#main/kit/http-client/send-gate.ts';
import { remoteEnd } from '#main/kit/requests-in-flight.ts';
import type { NextResponse } from '#main/scenarios/recorded-responses.ts';
import { createSenderProfiles } from '#main/signatures/signing/sender-profiles.ts';
import type { ContractClient } from '#shared/contract.ts';
import { createSteppedClock, openSharedClock } from './clocks.ts';
import { createConnections } from './connections.ts';
import { anyPort, sandboxLog, seededRandom, throwawaySecretBox } from './parts.ts';
import type { LoggedError, MocksPort } from './ports.ts';
import { whenAtRest } from './rest.ts';

export interface MocksOptions {
  readonly version: string;
  readonly dataFolder: string;
  readonly clockFile: string;
  readonly seed: number;
  readonly now: number;
  readonly stallMs: number;
  /** Where its requests may go. */
  readonly gate: SendGate;
  /** A mock endpoint waits on a connection, or continues. */
  readonly hold: (end: string, bytesWritten: number) => void;
  readonly release: (end: string) => void;
}

export interface RunMocks extends MocksPort {
  stop(): Promise<void>;
}

export async function startMocks(options: MocksOptions): Promise<RunMocks> {
  const { version, dataFolder, seed, now, stallMs } = options;
  const shared = openSharedClock(options.clockFile, 'create');
  let isFollowing = false;
  const stepped = createSteppedClock(now, () => (isFollowing ? shared.read() : null));
  const connections = createConnections();
  const senderProfiles = createSenderProfiles();
  const responses = new Map<string, NextResponse>();
  let errors: LoggedError[] = [];
  const core = await createCore({
    version,
    dataFolder,
    ingest: anyPort,
    mocks: { http: anyPort, https: anyPort },
    clock: stepped.clock,
    random: seededRandom(seed),
    log: sandboxLog((message) =>
      errors.push({ at: stepped.clock.now(), message: `Mock endpoints: ${message}` }),
    ),
    secretBox: throwawaySecretBox,
    sandbox: {
      gate: options.gate,
      time: stepped.time,
      admit: async () => ({ started: () => undefined, ended: () => undefined }),
      opened: () => undefined,
      senderProfiles,
      responsesOf: (mock) => responses.get(mock),
      accepted: (socket) => connections.add(remoteEnd(socket), socket),
      hold(socket: Socket) {
        const end = remoteEnd(socket);
        options.hold(end, socket.bytesWritten);
        return () => options.release(end);
      },
    },
  });
  await core.start();
  return {
    client: createRouterClient(createRouter(core)) as ContractClient,
    connections,
    setSenders: senderProfiles.set,
    setResponses: (mock, next) => responses.set(mock, next),
    nextAt: stepped.nextAt,
    advanceTo: stepped.advanceTo,
    follow(isAhead) {
      isFollowing = isAhead;
    },
    atRest: () => whenAtRest(core.busyParts, stallMs),
    takeErrors() {
      const logged = errors;
      errors = [];
      return logged;
    },
    takeRequests: () => core.activity?.readNew().requests ?? [],
    async stop() {
      await core.stop();
      shared.close();
    },
  };
}
