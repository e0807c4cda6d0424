/** Events to start from: messages of every type, and common events of each provider (D55). */
import type { Sample } from '#shared/sending/send.ts';
import { commercePayloads } from './commerce.ts';
import { gatewayPayloads } from './gateways.ts';
import { messageSamples } from './messages.ts';
import { messagingPayloads } from './messaging.ts';
import { repositoryPayloads } from './repositories.ts';

export const samples: readonly Sample[] = [
  ...messageSamples,
  ...repositoryPayloads,
  ...commercePayloads,
  ...messagingPayloads,
  ...gatewayPayloads,
];
