/** The README in a fixtures archive, with a description and an example test. */

const withSecret = `The shared secret of each destination stands in \`index.json\`. Keep the archive as you keep the
secret.`;

const withoutSecret = `The archive was made without secrets: \`[redacted]\` stands in their places, and the tests need the
shared secret from somewhere else, such as \`WEBHOOK_SECRET\`. Export with secrets to have it in
\`index.json\`.`;

export const fixturesReadme = (secrets: boolean): string => `# Webhook fixtures

Requests as they go over the wire, exported from Hookwright: deliveries, or the log of a receiver.

- \`index.json\`: all of them, with the files of each and what is expected. \`expected.signature\` is the
  X-Signature that came with it: HMAC-SHA1 over the bytes of the body, keyed with the shared secret,
  in hex.
- \`…/body.json\`, or \`body.bin\` if it isn't JSON: the body, byte for byte. Editors and formatters change bytes: keep them away, for
  example with \`* -text\` in \`.gitattributes\`.
- \`…/headers.json\`: the header lines as [name, value], without those that belong to the connection.

${secrets ? withSecret : withoutSecret}

## In a test (Node)

\`\`\`js
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import assert from 'node:assert/strict';

const { deliveries, destinations } = JSON.parse(readFileSync('index.json', 'utf8'));

for (const { method, body, headers, destination, expected } of deliveries)
  test(body, async () => {
    const bytes = readFileSync(body);
    const secret = destinations[destination].sharedSecret ?? process.env.WEBHOOK_SECRET;
    const digest = createHmac('sha1', secret).update(bytes).digest('hex');
    if (expected.signature !== null) assert.equal(digest, expected.signature);
    const answer = await fetch('http://127.0.0.1:3000/webhook', {
      method,
      headers: JSON.parse(readFileSync(headers, 'utf8')),
      body: bytes.length > 0 ? bytes : undefined,
    });
    assert.equal(answer.status, 200);
  });
\`\`\`
`;
