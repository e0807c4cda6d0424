import type { Message } from '../message.ts';

/** Longest label: a line of a list shows less. */
const maxLength = 200;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function about(message: Message): string {
  const who = message.userId ?? message.anonymousId ?? '';
  switch (message.type) {
    case 'track':
      return message.event ?? '';
    case 'identify':
      return [
        who,
        Object.keys(message.traits ?? {})
          .slice(0, 4)
          .join(', '),
      ]
        .filter((part) => part !== '')
        .join(' · ');
    case 'page':
      return (
        message.name ??
        textOf(message.properties?.path) ??
        textOf(message.properties?.url) ??
        textOf(message.properties?.title) ??
        who
      );
    case 'screen':
      return message.name ?? who;
    case 'delete':
      return who;
    case 'group': {
      const name = textOf(message.traits?.name);
      return name === undefined ? (message.groupId ?? '') : `${message.groupId} · ${name}`;
    }
    case 'alias':
      return `${message.previousId} to ${message.userId}`;
  }
}

/** What a message is about, in one line. */
export const labelOf = (message: Message): string => about(message).slice(0, maxLength);
