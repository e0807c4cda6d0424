import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { type Webhook, webhooksOf } from '#shared/schemas/destination.ts';
import { type DestinationDraft, settingsOf } from './destination-draft.ts';
import { byteLength, sampleBody, sampleHeaders } from './sample-request.ts';
import { useSampleSignature } from './sample-signature.ts';

/** What the settings as typed would send for one sample event. */
export function RequestCard() {
  const { control } = useFormContext<DestinationDraft>();
  const draft = useWatch({ control }) as DestinationDraft;
  const [chosen, setChosen] = useState('0');
  const settings = settingsOf(draft);
  const webhooks = webhooksOf(settings);
  const webhook = webhooks[Number(chosen)] ?? webhooks[0];
  const body = sampleBody(settings.payloadShape);
  const bytes = byteLength(body);
  const signature = useSampleSignature(settings.sharedSecret, body);
  return (
    <Card
      title="A request"
      meta="as typed, for a sample event"
      padded={false}
      actions={
        webhooks.length > 1 && (
          <Segmented
            label="Webhook"
            size="small"
            value={String(webhook === undefined ? 0 : webhooks.indexOf(webhook))}
            onChange={setChosen}
            segments={webhooks.map((_, index) => ({
              value: String(index),
              label: String(index + 1),
            }))}
          />
        )
      }
    >
      {webhook === undefined ? (
        <p className="p-3 text-fg-2">Type a webhook URL to see the request it would get.</p>
      ) : (
        <RequestHead webhook={webhook} signature={signature} bytes={bytes} />
      )}
      <div className="border-t border-line">
        <div className="flex h-[30px] items-center gap-2 pr-1.5 pl-3 text-small">
          <span className="font-medium">Body</span>
          <span className="text-fg-3">{bytes} bytes, sent without white space</span>
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
