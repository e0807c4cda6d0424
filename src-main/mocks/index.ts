import type { Foundation } from '#main/foundation.ts';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { createSendGate, type SendGate } from '#main/kit/http-client/send-gate.ts';
import type { OwnEndpoints } from '#main/kit/own-endpoints.ts';
import type { Sandbox } from '#main/kit/sandbox.ts';
import { createMockCertificates } from '#main/settings/certificates/mock-certificates.ts';
import { changedIds } from '#main/store/write-queue.ts';
import type { Listening } from './listener.ts';
import {
  createMockEndpoints,
  type MockEndpoints,
  type MockEndpointsOptions,
} from './mock-endpoints.ts';
import { createMockSettings } from './mock-settings.ts';
import { maxBodyBytes } from './read-request.ts';

/** A run may record more requests than fit the log of a user, and compares whole bodies. */
const sandboxLogLimits = {
  entries: 10_000_000,
  bytes: 8 * 1024 ** 3,
  bodyBytes: maxBodyBytes,
};

interface MocksTools
  extends Pick<Foundation, 'store' | 'changes' | 'clock' | 'machineClock' | 'random' | 'log'> {}

interface MocksOptions
  extends Pick<
    MockEndpointsOptions,
    'http' | 'https' | 'certificates' | 'trust' | 'requestsInFlight' | 'senderProfiles'
  > {
  readonly ownEndpoints: OwnEndpoints;
  readonly sandbox: Sandbox | null;
  readonly isTrusted: () => boolean;
  readonly maxConnections: number;
}

/** Mock endpoints, and where requests may go: until the workspace is trusted, only to them. */
export function createMocks(tools: MocksTools, options: MocksOptions) {
  const { changes, machineClock } = tools;
  const { sandbox, isTrusted, maxConnections, ownEndpoints, senderProfiles } = options;
  const gate: SendGate =
    sandbox?.gate ??
    createSendGate({ isTrusted, mockHost: options.http.host, mocks: () => endpoints.all() });
  const listening: Listening = {
    host: options.http.host,
    certificates: createMockCertificates(options.certificates, tools.random, options.http.host),
    connections: createConnectionCounter(maxConnections, sandbox?.accepted),
  };
  const endpoints: MockEndpoints = createMockEndpoints({
    ...tools,
    ...options,
    machine: sandbox === null ? machineClock : { ...machineClock, hold: sandbox.hold },
    ...(sandbox && { limits: sandboxLogLimits, hasOwnPorts: true }),
    ...{ gate, listening },
    senderProfiles: sandbox?.senderProfiles ?? senderProfiles,
    ...(sandbox?.responsesOf && { responsesOf: sandbox.responsesOf }),
    changed: (ids) => changes.publish(ids.map((id) => ({ kind: 'mock', id }))),
  });
  changes.subscribe((changed, isStored) => {
    const ids = isStored ? changedIds(changed, 'mock') : [];
    if (ids.length > 0) endpoints.reload(ids);
  });
  return {
    ...{ endpoints, gate, listening },
    settings: createMockSettings({ ...tools, mockEndpoints: endpoints, ownEndpoints }),
  };
}
