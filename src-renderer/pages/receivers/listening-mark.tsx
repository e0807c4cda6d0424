import { CircleSlash, CircleX } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';
import type { Receiver, ReceiverListening } from '#shared/schemas/receiver.ts';

const words: Readonly<Record<ReceiverListening, string>> = {
  listening: 'listening',
  refusing: 'refusing connections',
  failed: 'not listening',
};

/** Whether a receiver can be reached: each state has a shape of its own. */
export function ListeningMark({ listening }: Pick<Receiver, 'listening'>) {
  return (
    <span className="inline-flex w-3.5 flex-none justify-center" title={words[listening]}>
      {listening === 'listening' ? (
        <span
          aria-hidden="true"
          data-keep-colour
          className="size-[7px] rounded-full bg-ok ring-3 ring-ok/20"
        />
      ) : listening === 'refusing' ? (
        <CircleSlash className="icon-small text-wait" strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <CircleX className="icon-small text-bad" strokeWidth={1.5} aria-hidden="true" />
      )}
      <span className="sr-only">{words[listening]}</span>
    </span>
  );
}

const tones = { listening: 'ok', refusing: 'wait', failed: 'bad' } as const;

export function ListeningBadge({ listening }: Pick<Receiver, 'listening'>) {
  return <Badge tone={tones[listening]}>{words[listening]}</Badge>;
}
