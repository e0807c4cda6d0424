import { core } from '#renderer/data/core.ts';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { createCollectionStore } from './collection-store.ts';

export const receivers = createCollectionStore<Receiver>(() => core.receivers.list());
export const useReceivers = receivers.useCollection;
