/** The session in the guide is what the tools return. After a change: `npx vitest run test/hosts/mcp/transcript.test.ts -u`. */
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { docsFolder, readPage } from '../../../scripts/docs/pages.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { recordTranscript, transcriptText } from './support/transcript.ts';

beforeAll(async () => {
  await ensureBuild();
});

const block = /(?<=<!-- recorded -->\n\n)[\s\S]*?(?=\n\n<!-- \/recorded -->)/;

it('an agent finds a signature bug with tools only, as in the guide', async () => {
  const entries = await recordTranscript(temporaryFolder());
  expect(entries).toMatchObject([
    { tool: 'list_deliveries', shown: { total: 1 } },
    {
      tool: 'explain_delivery',
      shown: { signature: { verdict: 'explained', causes: [{ code: 'json_python' }] } },
    },
    { note: expect.any(String) },
    { tool: 'send_again', shown: { status: 200, signatureFit: 'valid' } },
    { tool: 'send_again', shown: { status: 401, signatureFit: 'invalid' } },
  ]);
  const page = readPage('guides/agents');
  expect(page).toMatch(block);
  await expect(page.replace(block, () => transcriptText(entries))).toMatchFileSnapshot(
    `${docsFolder}/guides/agents.md`,
  );
});
