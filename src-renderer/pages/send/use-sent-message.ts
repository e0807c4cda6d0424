import { useEffect, useRef, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { isOpenState, type MessageDetail } from '#shared/schemas/delivery.ts';

/** How far back a message that was just sent can lie when other traffic comes in beside it. */
const lookBack = 100;

function isSettled({ deliveries }: MessageDetail): boolean {
  return !deliveries.some(({ state }) => isOpenState(state));
}

async function find(messageId: string): Promise<MessageDetail | null> {
  const { items } = await core.messages.list({ limit: lookBack });
  const row = items.find((message) => message.messageId === messageId);
  return row === undefined ? null : core.messages.get({ id: row.id });
}

/** The message that was sent last, with what becomes of it; read again as it changes. */
export function useSentMessage(messageId: string | undefined): MessageDetail | null {
  const [message, setMessage] = useState<MessageDetail | null>(null);
  const latest = useRef<MessageDetail | null>(null);
  const asking = useRef(false);
  // Comes with every batch of changes, so it tells when there may be news.
  const ledger = useLedger((state) => state.ledger);

  useEffect(() => {
    void ledger;
    const known = latest.current?.messageId === messageId ? latest.current : null;
    if (messageId === undefined || asking.current) return;
    if (known !== null && isSettled(known)) return;
    asking.current = true;
    const asked = known === null ? find(messageId) : core.messages.get({ id: known.id });
    asked
      .then((found) => {
        if (found === null) return;
        latest.current = found;
        setMessage(found);
      })
      .catch(() => {
        // The next change asks again.
      })
      .finally(() => {
        asking.current = false;
      });
  }, [messageId, ledger]);

  return message?.messageId === messageId ? message : null;
}
