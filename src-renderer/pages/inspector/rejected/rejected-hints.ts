/** How to mend the call that was refused, by code. Pure. */
import type { IngestCode } from '#shared/schemas/message.ts';

export interface MendingHint {
  readonly text: string;
  /** A call that is right, as SDKs write it. */
  readonly example?: string;
  readonly page?: 'sources';
}

export const mendingHints: Record<IngestCode, MendingHint> = {
  no_user_anon_id: {
    text: 'Say whom the event is about: give userId, or anonymousId for someone who is not known yet.',
    example: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
  },
  id_required: {
    text: 'Give the id that this call is about: groupId for group; previousId and userId for alias.',
    example: "analytics.group({ userId: 'u_1', groupId: 'g_1' })",
  },
  id_not_string: {
    text: 'Write ids as texts. Numbers are taken as their text; objects, lists and booleans are not.',
    example: 'analytics.identify({ userId: String(user.id) })',
  },
  event_not_defined: {
    text: 'Give the event its name.',
    example: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  },
  event_not_string: {
    text: 'Write the name of the event as a text.',
    example: "analytics.track({ userId: 'u_1', event: 'Order Completed' })",
  },
  properties_not_object: {
    text: 'Put the properties into an object, also where there is only one.',
    example: "analytics.track({ userId: 'u_1', event: 'Paid', properties: { total: 12 } })",
  },
  traits_not_object: {
    text: 'Put the traits into an object, also where there is only one.',
    example: "analytics.identify({ userId: 'u_1', traits: { plan: 'pro' } })",
  },
  name_not_string: {
    text: 'Write the name of the page or screen as a text.',
    example: "analytics.page({ userId: 'u_1', name: 'Pricing' })",
  },
  category_not_string: {
    text: 'Write the category of the page as a text.',
    example: "analytics.page({ userId: 'u_1', category: 'Docs', name: 'Webhooks' })",
  },
  empty_batch: {
    text: 'Send a batch only when there is something in it. SDKs do so by themselves.',
    example: '{ "batch": [{ "type": "track", "userId": "u_1", "event": "Signed Up" }] }',
  },
  too_many_messages: {
    text: 'A batch can hold 2,500 messages. Send smaller batches; most SDKs have a batch size setting.',
  },
  bad_request: {
    text: 'The reason above names what could not be read. Compare the raw request below with a call that works.',
    example: "analytics.track({ userId: 'u_1', event: 'Signed Up' })",
  },
  unknown_source: {
    text: 'The write key belongs to no source. Copy the key of the source that this should come from into the SDK’s set-up.',
    page: 'sources',
  },
  source_disabled: {
    text: 'The source is switched off. Switch it on, or use the write key of another one.',
    page: 'sources',
  },
  too_many_requests: {
    text: 'Too much came in at once. Official SDKs wait and send it again by themselves.',
  },
  payload_too_large: {
    text: 'One call may be 32 KB and a whole request 500 KB. Send less with the event, or split the batch.',
  },
  not_found: {
    text: 'The SDK may be configured with a wrong path. Most SDKs need only the address, without a path.',
    example: 'POST /v1/batch',
  },
};
