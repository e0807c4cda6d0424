import { toDeletion } from '#main/audiences/deletions/deletions.ts';
import { toComputation } from '#main/audiences/to-computation.ts';
import type { Alerts } from '#main/deliveries/alerts.ts';
import type { Jobs } from '#main/jobs/jobs.ts';
import type { MockEndpoints } from '#main/mocks/mock-endpoints.ts';
import type { ConfigCache } from '#main/store/config-cache.ts';
import type { Store } from '#main/store/store.ts';
import type { Changed } from '#main/store/write-queue.ts';
import type { Change } from '#shared/changes.ts';

interface Tools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly mocks: { readonly endpoints: MockEndpoints };
  readonly jobs: Pick<Jobs, 'find'>;
  readonly alerts: Alerts;
}

/** The change with the current value of the item; null if it no longer exists. */
export function loadChange(
  { store, configCache, mocks: { endpoints: mockEndpoints }, jobs, alerts }: Tools,
  changed: Changed,
): Change | null {
  switch (changed.kind) {
    case 'delivery': {
      const delivery = store.deliveries.summary(changed.id);
      return delivery === undefined ? null : { kind: 'delivery', delivery };
    }
    case 'message': {
      const message = store.messages.summary(changed.id);
      return message === undefined ? null : { kind: 'message', message };
    }
    case 'rejected': {
      const rejected = store.rejected.summary(changed.id);
      return rejected === undefined ? null : { kind: 'rejected', rejected };
    }
    case 'copy': {
      const copy = store.copies.summary(changed.id);
      return copy === undefined ? null : { kind: 'copy', copy };
    }
    case 'job': {
      const job = jobs.find(changed.id);
      return job === undefined ? null : { kind: 'job', job };
    }
    case 'source': {
      const source = configCache.source(changed.id);
      return source === undefined ? null : { kind: 'source', source };
    }
    case 'destination': {
      const destination = configCache.destination(changed.id);
      return destination === undefined ? null : { kind: 'destination', destination };
    }
    case 'certificateAuthority': {
      const authority = store.certificateAuthorities.all().find(({ id }) => id === changed.id);
      return authority === undefined
        ? null
        : { kind: 'certificateAuthority', certificateAuthority: authority };
    }
    case 'mock': {
      const mock = mockEndpoints.find(changed.id);
      return mock === undefined ? null : { kind: 'mock', mock };
    }
    case 'mockRequest': {
      const request = store.mockRequests.summary(changed.id);
      return request === undefined ? null : { kind: 'mockRequest', request };
    }
    case 'mockCleared':
      return { kind: 'mockCleared', id: changed.id };
    case 'audience': {
      const computation = store.computations.get(changed.id);
      return computation === undefined
        ? null
        : { kind: 'audience', audience: toComputation(store, configCache, computation) };
    }
    case 'trait': {
      const computation = store.computations.get(changed.id);
      return computation === undefined
        ? null
        : { kind: 'trait', trait: toComputation(store, configCache, computation) };
    }
    case 'sync': {
      const sync = store.syncs.get(changed.id);
      return sync === undefined ? null : { kind: 'sync', sync };
    }
    case 'deletion': {
      const deletion = store.deletions.get(changed.id);
      return deletion === undefined ? null : { kind: 'deletion', deletion: toDeletion(deletion) };
    }
    case 'savedFilter': {
      const savedFilter = store.savedFilters.all().find(({ id }) => id === changed.id);
      return savedFilter === undefined ? null : { kind: 'savedFilter', savedFilter };
    }
    case 'alert': {
      const alert = alerts.get(changed.id);
      return alert === undefined ? null : { kind: 'alert', alert: alert };
    }
    case 'settings':
      return { kind: 'settings', settings: store.settings.get() };
    // Every batch includes the clock.
    case 'clock':
      return null;
    case 'deleted':
      return { ...changed, ids: [...changed.ids] };
    case 'removed':
      return changed;
  }
}
