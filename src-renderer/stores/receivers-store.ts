import { core } from '#renderer/core-client/core.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { createCollectionStore } from './collection-store.ts';

export const receivers = createCollectionStore<Receiver>(() => core.receivers.list());
export const useReceivers = receivers.useCollection;
