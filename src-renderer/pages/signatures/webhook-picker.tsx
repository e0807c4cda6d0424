import { collections, useCollection } from '#renderer/data/collections.ts';
import { Select } from '#renderer/ui/select.tsx';
import { webhooksOf } from '#shared/schemas/destination.ts';
import { useCertifyForm } from './certify-store.ts';

/** URL, secret and headers of a webhook that is set up. */
export function WebhookPicker() {
  const { items: destinations, status } = useCollection(collections.destinations);
  const url = useCertifyForm((state) => state.url);
  const secret = useCertifyForm((state) => state.secret);
  const webhooks = destinations.flatMap((destination) =>
    webhooksOf(destination).map((webhook) => ({
      ...webhook,
      id: `${destination.id} ${webhook.url}`,
      name: destination.name,
      secret: destination.sharedSecret,
    })),
  );
  const taken = webhooks.find((webhook) => webhook.url === url && webhook.secret === secret);
  return (
    <Select
      aria-label="Take from a destination"
      options={webhooks.map(({ id, name, url }) => ({ value: id, label: name, hint: url }))}
      value={taken?.id ?? null}
      onChange={(id) => {
        const webhook = webhooks.find((one) => one.id === id);
        if (webhook === undefined) return;
        useCertifyForm.setState({
          url: webhook.url,
          secret: webhook.secret,
          headers: webhook.headers,
        });
      }}
      placeholder={
        status === 'ready' && webhooks.length === 0 ? 'No webhooks yet' : 'Take from a destination…'
      }
      disabled={webhooks.length === 0}
      className="w-full"
    />
  );
}
