import type { createDestinations } from '#main/connections/destinations.ts';
import type { Foundation } from '#main/foundation.ts';
import type { Jobs } from '#main/jobs/jobs.ts';
import { type SentOnce, sendOnce } from '#main/kit/http-client/connection.ts';
import type { ConnectionTools } from '#main/kit/http-client/connector.ts';
import { realSocketTime } from '#main/kit/http-client/socket-time.ts';
import type { RequestsInFlight } from '#main/kit/requests-in-flight.ts';
import type { Sandbox } from '#main/kit/sandbox.ts';
import type { MockEndpoints } from '#main/mocks/mock-endpoints.ts';
import type { FastForwardPlayback, FastForwardRequest } from '#shared/clock/clock.ts';
import { backoffOf } from '#shared/profiles/profiles.ts';
import { createAlerts } from './alerts.ts';
import { createBulkJobs } from './bulk-jobs.ts';
import { createDeliveryCommands } from './commands.ts';
import { createCopies } from './copies.ts';
import type { CopyRequest } from './copy-request.ts';
import { createDispatcher } from './dispatch/dispatcher.ts';
import { createPlayback, fastForwardUntilFinished } from './dispatch/fast-forward.ts';
import { createExports } from './exports/exports.ts';
import { createJobRequests } from './job-requests.ts';
import { createQueries } from './queries.ts';
import { createRetention } from './retention/retention.ts';
import { createSavedFilters } from './saved-filters.ts';

interface DeliveriesTools {
  readonly destinations: ReturnType<typeof createDestinations>;
  readonly mockEndpoints: MockEndpoints;
  readonly jobs: Jobs;
  readonly connections: ConnectionTools;
  readonly requestsInFlight: RequestsInFlight;
  readonly sandbox: Sandbox | null;
  readonly version: string;
}

async function sendCopy(
  request: CopyRequest,
  connections: ConnectionTools,
  sandbox: Sandbox | null,
): Promise<SentOnce> {
  if (sandbox === null) return sendOnce(request, connections);
  const admission = await sandbox.admit({ deliveryId: null, url: request.url });
  return sendOnce(request, connections, admission?.started).finally(admission?.ended);
}

/** Delivers messages, and shows, repeats, exports and deletes deliveries. */
export function createDeliveries(foundation: Foundation, tools: DeliveriesTools) {
  const { store, configCache, changes, clock, log } = foundation;
  const { destinations, mockEndpoints, jobs, connections, sandbox } = tools;
  const alerts = createAlerts({
    ...foundation,
    changed: (ids) => changes.publish(ids.map((id) => ({ kind: 'alert', id }))),
  });
  const commands = createDeliveryCommands(foundation);
  const dispatcher = createDispatcher({
    ...{ ...foundation, ...tools, commands, trust: connections.trust },
    time: sandbox?.time ?? realSocketTime,
    onDeliveryFailed: alerts.add,
    onEndpointGone(id) {
      if (configCache.destination(id)?.enabled !== true) return;
      destinations
        .update({ id, enabled: false })
        .catch((error) => log.error("Can't disable a destination.", { error, id }));
    },
  });
  const copies = createCopies({
    ...{ store, clock, mockEndpoints, log, sandbox },
    send: (request) => sendCopy(request, connections, sandbox),
  });
  const requests = createJobRequests({ store, clock, copies });
  const { requestLog } = mockEndpoints;
  const bulkJobs = createBulkJobs({ ...foundation, commands, jobs, requests, copies, requestLog });
  const retention = createRetention({
    ...{ ...foundation, jobs, requestLog },
    // The alert is part of the system state, which clients reload with the settings.
    alertChanged: () => changes.publish([{ kind: 'settings', id: 'settings' }]),
  });
  changes.subscribe((changed) => retention.wake(changed.some(({ kind }) => kind === 'settings')));
  const playback = createPlayback();
  return {
    ...{ alerts, commands, dispatcher, copies, bulkJobs, retention },
    queries: createQueries(foundation),
    exports: createExports({ ...foundation, ...tools }),
    savedFilters: createSavedFilters(foundation),
    fastForward: {
      setFastForwardSpeed({ speed }: FastForwardPlayback): FastForwardPlayback {
        playback.set(speed);
        return { speed };
      },
      fastForwardUntilFinished: (request: FastForwardRequest, signal?: AbortSignal) =>
        fastForwardUntilFinished(
          {
            ...{ ...foundation, dispatcher, playback },
            backoffOf(id) {
              const destination = configCache.destination(id);
              return destination && backoffOf(destination);
            },
          },
          request,
          signal,
        ),
    },
  };
}
