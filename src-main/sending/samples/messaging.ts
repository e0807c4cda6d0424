/** Slack, Discord, Twilio, SendGrid, Resend, Clerk and HubSpot. */
import type { SamplePayload } from '#shared/sending/send.ts';
import { jsonSample, payloadSample } from './formats.ts';

const slackEvent = (type: string, title: string, event: object): SamplePayload =>
  jsonSample('slack', type, title, {
    token: 'unused',
    team_id: 'T0HKWR1GHT',
    api_app_id: 'A0HKWR1GHT',
    event: { type, ...event, event_ts: '{now:s}.000200' },
    type: 'event_callback',
    event_id: 'Ev{uuid}',
    event_time: '{now:s}',
    authorizations: [{ team_id: 'T0HKWR1GHT', user_id: 'U0B0T', is_bot: true }],
  });

const slackPayloads = [
  slackEvent('message', 'Message posted', {
    channel: 'C0DEPL0YS',
    user: 'U0JANEK1M',
    text: 'The deployment of order {n} is done.',
    ts: '{now:s}.000200',
    channel_type: 'channel',
  }),
  slackEvent('app_mention', 'App mentioned', {
    channel: 'C0DEPL0YS',
    user: 'U0JANEK1M',
    text: '<@U0B0T> deploy storefront',
    ts: '{now:s}.000200',
  }),
  jsonSample('slack', 'url_verification', 'URL verification', {
    token: 'unused',
    challenge: '{uuid}',
    type: 'url_verification',
  }),
];

const discordPayloads = [
  jsonSample('discord', 'PING', 'Ping', {
    version: 1,
    application_id: '1310000000000000042',
    type: 0,
  }),
  jsonSample('discord', 'APPLICATION_AUTHORIZED', 'App installed', {
    version: 1,
    application_id: '1310000000000000042',
    type: 1,
    event: {
      type: 'APPLICATION_AUTHORIZED',
      timestamp: '{now}',
      data: {
        integration_type: 1,
        scopes: ['applications.commands'],
        user: { id: '1280000000000000007', username: 'jane.kim', global_name: 'Jane' },
      },
    },
  }),
];

/** `MessageSid` has 32 hexadecimal digits, different in each message. Not encoded: its placeholders are replaced later. */
const form = (fields: Readonly<Record<string, string>>): string =>
  `MessageSid=SM${'{int:10000000-99999999}'.repeat(4)}&${new URLSearchParams(fields)}`;

const twilioPayloads = [
  payloadSample(
    'twilio',
    'message.received',
    'Text message received',
    form({
      AccountSid: 'AC9b1d2f3e4a5c6078b9d0e1f2a3c4b5d6',
      From: '+4915112345678',
      To: '+493012345678',
      Body: 'Where is my order?',
      NumMedia: '0',
    }),
  ),
  payloadSample(
    'twilio',
    'message.delivered',
    'Text message delivered',
    form({
      AccountSid: 'AC9b1d2f3e4a5c6078b9d0e1f2a3c4b5d6',
      From: '+493012345678',
      To: '+4915112345678',
      MessageStatus: 'delivered',
    }),
  ),
  jsonSample('twilio-json', 'error-logged', 'Error logged', {
    resource_sid: 'SM3f0c7a5e1b9d42688c04d7e2f6a1b835',
    service_sid: null,
    error_code: '11200',
    more_info: { msg: 'HTTP retrieval failure', httpResponse: '502' },
  }),
];

const sendgridItem = (event: string, fields: object) => ({
  email: 'jane@example.com',
  timestamp: '{now:s}',
  'smtp-id': '<14c5d75ce93.dfd.64b469@ismtpd-555>',
  event,
  sg_event_id: '{uuid}',
  sg_message_id: '14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0',
  ...fields,
});

const sendgridPayloads = [
  jsonSample('sendgrid', 'delivered', 'Mail delivered and opened', [
    sendgridItem('delivered', { response: '250 OK' }),
    sendgridItem('open', { ip: '203.0.113.9', useragent: 'Mozilla/5.0' }),
  ]),
  jsonSample('sendgrid', 'bounce', 'Mail bounced', [
    sendgridItem('bounce', { reason: '550 No such user', status: '5.1.1', type: 'bounce' }),
  ]),
];

const resendEvent = (type: string, title: string, data: object): SamplePayload =>
  jsonSample('resend', type, title, {
    type,
    created_at: '{now}',
    data: {
      created_at: '{now}',
      email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
      from: 'Initech <orders@example.com>',
      to: ['jane@example.com'],
      subject: 'Your order o-{n}',
      ...data,
    },
  });

const resendPayloads = [
  resendEvent('email.delivered', 'Mail delivered', {}),
  resendEvent('email.bounced', 'Mail bounced', {
    bounce: { type: 'Permanent', subType: 'General', message: 'The mailbox does not exist.' },
  }),
];

const clerkUser = {
  id: 'user_2fKq9vZt7LmXc4Rb8Ny1Wd6Hs3P',
  object: 'user',
  first_name: 'Jane',
  last_name: 'Kim',
  email_addresses: [
    { id: 'idn_2fKq9vY1', object: 'email_address', email_address: 'jane@example.com' },
  ],
  primary_email_address_id: 'idn_2fKq9vY1',
  created_at: '{now:ms}',
  updated_at: '{now:ms}',
};

const clerkEvent = (type: string, title: string, data: object): SamplePayload =>
  jsonSample('clerk', type, title, {
    type,
    object: 'event',
    timestamp: '{now:ms}',
    instance_id: 'ins_2fKq9vHk1gHt',
    data,
  });

const clerkPayloads = [
  clerkEvent('user.created', 'User created', clerkUser),
  clerkEvent('user.deleted', 'User deleted', { id: clerkUser.id, object: 'user', deleted: true }),
];

const hubspotItem = (subscriptionType: string, fields: object) => ({
  eventId: '{int:1000000-9999999}',
  subscriptionId: 25_412,
  portalId: 6_210_447,
  appId: 1_160_452,
  occurredAt: '{now:ms}',
  subscriptionType,
  attemptNumber: 0,
  objectId: 48_221_907,
  ...fields,
});

const hubspotPayloads = [
  jsonSample('hubspot', 'contact.creation', 'Contact created', [
    hubspotItem('contact.creation', { changeFlag: 'CREATED', changeSource: 'CRM' }),
  ]),
  jsonSample('hubspot', 'deal.propertyChange', 'Deal changed', [
    hubspotItem('deal.propertyChange', {
      propertyName: 'dealstage',
      propertyValue: 'closedwon',
      changeSource: 'CRM',
    }),
  ]),
];

export const messagingPayloads: readonly SamplePayload[] = [
  ...slackPayloads,
  ...discordPayloads,
  ...twilioPayloads,
  ...sendgridPayloads,
  ...resendPayloads,
  ...clerkPayloads,
  ...hubspotPayloads,
];
