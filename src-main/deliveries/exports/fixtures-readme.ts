/** The README in a fixtures archive, with a description and an example test. */

const withSecret = `\`index.json\` contains the shared secret of each destination. Store this archive as safely as the
secrets.`;

const withoutSecret = `Secrets are replaced with \`[redacted]\`. Pass the shared secret to your tests, for example in
\`WEBHOOK_SECRET\`, or export with secrets to get it in \`index.json\`.`;

export const fixturesReadme = (secrets: boolean): string => `# Webhook fixtures

Requests exactly as sent, exported from Hookwright: deliveries, or the log of a mock endpoint.

- \`index.json\`: lists the requests with their files and expected values. \`expected.signature\` is the recorded
  X-Signature: HMAC-SHA1 of the body's bytes, keyed with the shared secret, in hex.
- \`…/body.json\`, or \`body.bin\` if it isn't JSON: the body, byte for byte. Don't let editors, formatters or Git
  change it: for Git, add \`* -text\` to \`.gitattributes\`.
- \`…/headers.json\`: the headers as [name, value], without those of the connection itself.

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
    const response = await fetch('http://127.0.0.1:3000/webhook', {
      method,
      headers: JSON.parse(readFileSync(headers, 'utf8')),
      body: bytes.length > 0 ? bytes : undefined,
    });
    assert.equal(response.status, 200);
  });
\`\`\`
`;
