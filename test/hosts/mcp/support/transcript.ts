/** What an agent does about a receiver that rejects valid signatures: real calls, against a real bug. */
import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { connect, ingest } from '#test/e2e/support/seed.ts';
import { type Host, startHost } from '#test/e2e/support/start-host.ts';
import { startTargetServer, type TargetServer } from '#test/e2e/support/target-server.ts';
import { type Agent, stdioAgent } from './agent.ts';

const secret = 's3cret';

const digestOf = (body: string): string => createHmac('sha1', secret).update(body).digest('hex');

/** As `json.dumps` of Python writes it: with a space after each comma and colon. */
function jsonDumps(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonDumps).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, field]) => `"${name}": ${jsonDumps(field)}`);
  return `{${fields.join(', ')}}`;
}

/** A Flask application that computes the signature over the body as `signed` returns it. */
function respondAs(target: TargetServer, signed: (body: string) => string): void {
  target.respond(({ body, headers }, response) => {
    const computed = digestOf(signed(body));
    const isValid = headers['x-signature'] === computed;
    response
      .writeHead(isValid ? 200 : 401, {
        'content-type': 'application/json',
        server: 'Werkzeug/3.1.3 Python/3.13.1',
      })
      .end(isValid ? '{"ok":true}' : JSON.stringify({ error: 'invalid signature', computed }));
  });
}

export interface Step {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The fields of the result that matter here. */
  readonly shown: unknown;
}

/** Done by the user or the agent between calls. */
type Entry = Step | { readonly note: string };

interface Session {
  readonly host: Host;
  readonly target: TargetServer;
  readonly agent: Agent;
}

async function investigate({ target, agent }: Session): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  const call = async (
    tool: string,
    input: Step['input'],
    // biome-ignore lint/suspicious/noExplicitAny: each tool has its own result.
    shown: (result: any) => unknown,
  ) => {
    const result = await agent.call(tool, input);
    entries.push({ tool, input, shown: shown(result) });
    return result;
  };

  const { items } = await call(
    'list_deliveries',
    { filter: 'status:401' },
    ({ items: all, total }) => ({
      items: all.map(
        ({ id, state, label, destinationName, lastStatus, attempts }: Step['input']) => ({
          id,
          state,
          label,
          destinationName,
          lastStatus,
          attempts,
        }),
      ),
      total,
    }),
  );
  const [{ id }] = items;
  await call('explain_delivery', { id }, ({ summary, causes, signature }) => ({
    summary,
    causes,
    signature: {
      ...signature,
      // biome-ignore lint/suspicious/noExplicitAny: one of the result above.
      causes: signature.causes.map(({ alternatives: _, ...cause }: any) => cause),
    },
  }));
  entries.push({
    note: 'The receiver hashed `json.dumps(request.get_json())`. It now hashes `request.get_data()`, the raw body.',
  });
  respondAs(target, (body) => body);
  for (const signing of ['valid', 'tampered'])
    await call(
      'send_again',
      { action: 'send_copy', deliveryId: id, signing },
      ({ state, status, signatureFit, responseBody }) => ({
        state,
        status,
        signatureFit,
        responseBody: { text: responseBody.text },
      }),
    );
  return entries;
}

/** Values that differ between runs are replaced. */
export async function recordTranscript(dataFolder: string): Promise<readonly Entry[]> {
  const host = await startHost({ dataFolder });
  const target = await startTargetServer();
  const agent = await stdioAgent(['--data', dataFolder, '--allow', 'write']);
  try {
    respondAs(target, (body) => jsonDumps(JSON.parse(body)));
    const { source } = await connect(host, target.url, {
      name: 'Orders API',
      sharedSecret: secret,
    });
    await ingest(host, source.writeKey, {
      userId: 'u1',
      event: 'Order Completed',
      properties: { total: 129.9 },
      timestamp: '2026-11-20T15:04:05.000Z',
    });
    await expect.poll(() => host.api('GET', '/ledger')).toMatchObject({ refused: 1 });
    return await investigate({ host, target, agent });
  } finally {
    await agent.close();
    await host.stop();
    await target.stop();
  }
}

export const transcriptText = (entries: readonly Entry[]): string =>
  entries
    .map((entry) =>
      'note' in entry
        ? entry.note
        : `\`\`\`text\n${entry.tool} ${JSON.stringify(entry.input)}\n\n${JSON.stringify(entry.shown, null, 2)}\n\`\`\``,
    )
    .join('\n\n');
