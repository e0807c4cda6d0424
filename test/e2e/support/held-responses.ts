/** Responses that arrive after the changes that they caused. */
import type { Page } from '@playwright/test';

/** Batches of the change feed are never held. */
const isOfFeed = (message: string): boolean => message.includes('"epoch"');

/** Call it before the page connects. */
export async function holdResponses(page: Page) {
  let held: string[] | null = null;
  let part = '';
  let send = (_message: string): void => undefined;
  await page.routeWebSocket(/\/rpc$/, (link) => {
    send = (message) => link.send(message);
    link.connectToServer().onMessage((message) => {
      const text = message.toString();
      if (held === null || isOfFeed(text) || !text.includes(part)) link.send(message);
      else held.push(text);
    });
  });
  return {
    /** Of all responses those with this part. */
    hold: (withPart = '') => {
      held = [];
      part = withPart;
    },
    release: () => {
      for (const message of held ?? []) send(message);
      held = null;
    },
  };
}
