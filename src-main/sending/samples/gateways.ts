/** Webhook gateways: events of their customers. */
import type { SamplePayload } from '#shared/sending/send.ts';
import { jsonSample } from './formats.ts';

const invoice = { id: 'inv_{n}', amount: 4_900, currency: 'EUR', customer: 'jane@example.com' };

export const gatewayPayloads: readonly SamplePayload[] = [
  jsonSample('svix', 'invoice.paid', 'Invoice paid', {
    type: 'invoice.paid',
    timestamp: '{now}',
    data: invoice,
  }),
  jsonSample('outpost', 'invoice.paid', 'Invoice paid', invoice),
  jsonSample('convoy', 'invoice.paid', 'Invoice paid', { event: 'invoice.paid', data: invoice }),
];
