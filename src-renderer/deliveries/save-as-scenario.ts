/** Saves deliveries as a scenario: their messages, with the recorded responses or for the user's server. */
import type { Done } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { uploadScenario } from '#renderer/kit/files/upload-scenario.ts';
import { navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import { counted } from '#shared/kit/format.ts';
import {
  type FromDeliveries,
  leftOutLabels,
  maxScenarioDeliveries,
} from '#shared/scenarios/schema/from-deliveries.ts';

const pageSize = 500;

/** One more than allowed, so that the host says what the limit is. */
async function idsOf(filter: string): Promise<readonly number[]> {
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await core.deliveries.list({ filter, limit: pageSize, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && ids.length <= maxScenarioDeliveries);
  return ids.slice(0, maxScenarioDeliveries + 1);
}

/** Shows the new scenario. */
export async function saveAsScenario(
  filter: string,
  against: FromDeliveries['against'],
): Promise<Done> {
  const open = navigateFromHere();
  const ids = [...(await idsOf(filter))];
  const { text, fixtures, deliveries, leftOut } = await core.scenarios.fromDeliveries({
    ids,
    against,
  });
  const files = { 'deliveries.yaml': text };
  for (const fixture of fixtures) Object.assign(files, { [fixture.name]: fixture.text });
  const { strToU8, zipSync } = await import('fflate');
  const entries = Object.entries(files).map(([name, content]) => [name, strToU8(content)] as const);
  const zip = zipSync(Object.fromEntries(entries), { level: 0 });
  const opened = await uploadScenario(new File([zip as BlobPart], 'deliveries.zip'));
  const [file = ''] = opened?.kind === 'files' ? opened.files : [];
  open({ page: 'rehearse', path: [file] });
  const without = leftOut.map(
    ({ reason, ids: these }) =>
      `${counted(these.length, 'delivery', 'deliveries')}: ${leftOutLabels[reason]}`,
  );
  return {
    title: `Saved ${counted(deliveries, 'delivery', 'deliveries')} as ${file}`,
    ...(without.length > 0 && { description: `Left out: ${without.join('; ')}` }),
    tone: 'ok',
  };
}
