import type { VerificationSnippet } from './snippet.ts';

const verify = `const expected = createHmac('sha1', secret).update(rawBody).digest();
  const received = Buffer.from(header ?? '', 'utf8');
  const digest = Buffer.from(expected.toString('hex'), 'utf8');
  return received.length === digest.length && timingSafeEqual(received, digest);`;

const isSigned = `function isSigned(rawBody, header) {
  ${verify}
}`;

const typedIsSigned = `function isSigned(rawBody: Uint8Array, header: string | null): boolean {
  ${verify}
}`;

const readSecret = (variable: string): string => `const secret = process.env.${variable};
if (!secret) throw new Error('${variable} is not set.');`;

/** TypeScript doesn't apply the narrowing inside functions. */
const typedReadSecret = (variable: string): string => `const secret = process.env.${variable} ?? '';
if (!secret) throw new Error('${variable} is not set.');`;

export const nodeSnippets: readonly VerificationSnippet[] = [
  {
    id: 'node-http',
    title: 'Node http',
    language: 'node',
    file: 'receiver.mjs',
    install: null,
    code: (variable) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

${readSecret(variable)}

${isSigned}

const maxBytes = 1_048_576;

const server = createServer((request, response) => {
  // The raw bytes: parse them after the check.
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size > maxBytes) request.destroy();
    else chunks.push(chunk);
  });
  request.on('end', () => {
    const rawBody = Buffer.concat(chunks);
    if (!isSigned(rawBody, request.headers['x-signature'])) {
      response.writeHead(401).end();
      return;
    }
    const event = JSON.parse(rawBody.toString('utf8'));
    console.log(event.type);
    response.writeHead(200).end();
  });
});

server.listen(Number(process.env.PORT ?? 3000));
`,
  },
  {
    id: 'express',
    title: 'Express',
    language: 'node',
    file: 'receiver.mjs',
    install: 'npm install express',
    code: (variable) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import express from 'express';

${readSecret(variable)}

${isSigned}

const app = express();

// express.raw keeps the raw bytes. Put this route before any app.use(express.json()).
app.post('/webhook', express.raw({ type: '*/*', limit: '1mb' }), (request, response) => {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (!isSigned(rawBody, request.get('X-Signature'))) {
    response.sendStatus(401);
    return;
  }
  const event = JSON.parse(rawBody.toString('utf8'));
  console.log(event.type);
  response.sendStatus(200);
});

app.listen(Number(process.env.PORT ?? 3000));
`,
  },
  {
    id: 'fastify',
    title: 'Fastify',
    language: 'node',
    file: 'receiver.mjs',
    install: 'npm install fastify',
    code: (variable) => `import { createHmac, timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';

${readSecret(variable)}

${isSigned}

const app = Fastify();

// Within this plugin the body stays a Buffer; other routes still get parsed JSON.
app.register(async (webhooks) => {
  webhooks.removeContentTypeParser('application/json');
  webhooks.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );
  webhooks.post('/webhook', async (request, reply) => {
    const rawBody = request.body ?? Buffer.alloc(0);
    if (!isSigned(rawBody, request.headers['x-signature'])) return reply.code(401).send();
    const event = JSON.parse(rawBody.toString('utf8'));
    console.log(event.type);
    return reply.code(200).send();
  });
});

await app.listen({ port: Number(process.env.PORT ?? 3000) });
`,
  },
  {
    id: 'nextjs',
    title: 'Next.js route handler',
    language: 'node',
    file: 'app/webhook/route.ts',
    install: null,
    code: (variable) => `import { createHmac, timingSafeEqual } from 'node:crypto';

// node:crypto is not available in the edge runtime.
export const runtime = 'nodejs';

${typedReadSecret(variable)}

${typedIsSigned}

export async function POST(request: Request): Promise<Response> {
  // The raw bytes, not request.json().
  const rawBody = new Uint8Array(await request.arrayBuffer());
  if (!isSigned(rawBody, request.headers.get('x-signature')))
    return new Response(null, { status: 401 });
  const event = JSON.parse(new TextDecoder().decode(rawBody));
  console.log(event.type);
  return new Response(null, { status: 200 });
}
`,
  },
];
