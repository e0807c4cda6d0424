import type { Database } from 'better-sqlite3';
import { webhooksOf } from '#shared/schemas/destination.ts';
import type { NamedEntities } from './condition.ts';

interface DestinationRow {
  readonly id: string;
  readonly name: string;
  readonly webhook_url: string;
  readonly webhooks: string;
}

/** Reads the current sources and destinations that a filter can name. */
export function createNamedEntities(db: Database): (now: number) => NamedEntities {
  const sources = db.prepare<[], { id: string; name: string }>('SELECT id, name FROM sources');
  const destinations = db.prepare<[], DestinationRow>(
    'SELECT id, name, webhook_url, webhooks FROM destinations',
  );
  return (now) => ({
    sources: sources.all(),
    destinations: destinations.all().map(({ id, name, webhook_url, webhooks }) => ({
      id,
      name,
      urls: webhooksOf({ webhookUrl: webhook_url, webhooks: JSON.parse(webhooks) }).map(
        ({ url }) => url,
      ),
    })),
    now,
  });
}
