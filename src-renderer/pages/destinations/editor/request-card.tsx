import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { type PayloadShape, type Webhook, webhooksOf } from '#shared/schemas/destination.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { type DestinationDraft, settingsOf } from './destination-draft.ts';

/** The request of the unsaved settings for a sample event. */
export function RequestCard() {
  const { control } = useFormContext<DestinationDraft>();
  const draft = useWatch({ control }) as DestinationDraft;
  const [selectedIndex, setSelectedIndex] = useState('0');
  const settings = settingsOf(draft);
  const webhooks = webhooksOf(settings);
  const webhook = webhooks[Number(selectedIndex)] ?? webhooks[0];
  const body = sampleBody(settings.payloadShape);
  const bytes = byteLength(body);
  const signature = useSampleSignature(settings.sharedSecret, body);
  return (
    <Card
      title="Sample request"
      padded={false}
      actions={
        webhooks.length > 1 && (
          <Segmented
            label="Webhook"
            size="small"
            value={String(webhook === undefined ? 0 : webhooks.indexOf(webhook))}
            onChange={setSelectedIndex}
            segments={webhooks.map((_, index) => ({
              value: String(index),
              label: String(index + 1),
            }))}
          />
        )
      }
    >
      {webhook === undefined ? (
        <p className="p-3 text-fg-2">Enter a webhook URL to preview its request.</p>
      ) : (
        <RequestHead webhook={webhook} signature={signature} bytes={bytes} />
      )}
      <div className="border-t border-line">
        <div className="flex h-control items-center gap-2 pr-1.5 pl-3 text-small">
          <span className="font-medium">Body</span>
          <span className="text-fg-3">{bytes} bytes, minified</span>
          <span className="ml-auto">
            <CopyButton value={body} label="Copy body" />
          </span>
        </div>
        <CodeView
          label="Sample body"
          language="json"
          text={JSON.stringify(JSON.parse(body), null, 2)}
        />
      </div>
    </Card>
  );
}

interface RequestHeadProps {
  readonly webhook: Webhook;
  readonly signature: string | null;
  readonly bytes: number;
}

function RequestHead({ webhook, signature, bytes }: RequestHeadProps) {
  const lines = sampleHeaders(webhook, signature, bytes);
  return (
    <KeyValueList
      label="Request line and headers"
      keyWidth={124}
      items={[
        { key: 'POST', value: webhook.url },
        ...lines.map(([key, value]) => ({ key, value })),
      ]}
    />
  );
}

/** Has every field of the full payload shape. */
export const sampleMessage = {
  type: 'track',
  messageId: 'ajs-7e2d6a1c90',
  userId: '019mr8mf4r',
  anonymousId: 'anon_77',
  event: 'Order Completed',
  properties: { orderId: '9f1c-22', total: 129.9, currency: 'EUR' },
  context: { ip: '203.0.113.9' },
  integrations: { All: true },
  channel: 'server',
  timestamp: '2026-11-20T09:41:07.412Z',
  originalTimestamp: '2026-11-20T09:41:07.412Z',
  sentAt: '2026-11-20T09:41:08.001Z',
  receivedAt: '2026-11-20T09:41:08.014Z',
} as const;

/** As the core builds it (D13, D16); a test compares both. */
export function sampleBody(shape: PayloadShape): string {
  const { type, userId, event, properties, timestamp, context } = sampleMessage;
  const { messageId, anonymousId, integrations, channel, originalTimestamp, sentAt, receivedAt } =
    sampleMessage;
  const added =
    shape === 'full'
      ? { messageId, anonymousId, integrations, channel, originalTimestamp, sentAt, receivedAt }
      : {};
  return JSON.stringify({
    version: 1,
    type,
    userId,
    event,
    properties,
    timestamp,
    ...added,
    context,
  });
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** In wire order; a test compares it with the core. */
export function sampleHeaders(
  { url, headers }: Webhook,
  signature: string | null,
  bodyBytes: number,
): HeaderLines {
  return [
    ['host', URL.parse(url)?.host ?? ''],
    ['connection', 'keep-alive'],
    ['User-Agent', 'Hookwright/1.0'],
    ['Content-Type', 'application/json'],
    ...(signature === null ? [] : [['X-Signature', signature] as [string, string]]),
    ...Object.entries(headers),
    ['content-length', String(bodyBytes)],
  ];
}

async function hmacSha1(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ]);
  const digest = await crypto.subtle.sign('HMAC', key, encoder.encode(body));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** X-Signature of the body; null without a secret, and until computed. */
function useSampleSignature(secret: string, body: string): string | null {
  const [signature, setSignature] = useState<string | null>(null);
  useEffect(() => {
    let outdated = false;
    const show = (digest: string | null): void => {
      if (!outdated) setSignature(digest);
    };
    if (secret === '') show(null);
    // Web Crypto is missing on pages that are neither HTTPS nor loopback.
    else hmacSha1(secret, body).then(show, () => show('(computed when sent)'));
    return () => {
      outdated = true;
    };
  }, [secret, body]);
  return secret === '' ? null : signature;
}
