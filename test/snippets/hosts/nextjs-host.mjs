/** A stand-in for Next.js: hands requests over a real socket to the route handler as it does. */
import { createServer } from 'node:http';

// Put beside this file by the test.
const route = './app/webhook/route.ts';
const { POST } = await import(route);

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = new Headers(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const url = `http://${request.headers.host}${request.url}`;
  const reply = await POST(
    new Request(url, { method: 'POST', headers, body: Buffer.concat(chunks) }),
  );
  response.writeHead(reply.status).end(Buffer.from(await reply.arrayBuffer()));
});

server.listen(Number(process.env.PORT));
