/** The pages of the documentation: their order, their text, and what is generated in them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../project.mjs';

export const docsFolder = join(projectFolder, 'docs');

/** The sidebar. Paths are relative to docs, without the ending. */
export const sections = [
  { title: 'Overview', pages: ['index'] },
  {
    title: 'Guides',
    pages: [
      'guides/install',
      'guides/first-delivery',
      'guides/rehearse-an-outage',
      'guides/verify-signatures',
      'guides/idempotency',
      'guides/certify-a-sender',
      'guides/desktop',
      'guides/workspaces',
      'guides/inspect-and-copy',
      'guides/audiences-and-deletions',
      'guides/ci',
      'guides/agents',
      'guides/headless',
      'guides/tunnel',
      'guides/from-other-services',
    ],
  },
  {
    title: 'Reference',
    pages: [
      'reference/cli',
      'reference/rest',
      'reference/mcp',
      'reference/configuration',
      'reference/filters',
      'reference/deliveries',
      'reference/profiles',
      'reference/ingestion',
      'reference/mocks',
      'reference/scenarios',
      'reference/client-library',
    ],
  },
  {
    title: 'Background',
    pages: [
      'specification',
      'decisions',
      'architecture',
      'store',
      'performance',
      'security',
      'threat-model',
      'accessibility',
      'troubleshooting',
      'versions',
    ],
  },
] as const satisfies readonly { title: string; pages: readonly string[] }[];

export const listedPages: readonly string[] = sections.flatMap(({ pages }) => [...pages]);

/** Every Markdown file in docs, by the name that `sections` uses. */
export const pageFiles = (): readonly string[] =>
  readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('.'))
    .map((file) => file.replaceAll('\\', '/').replace(/\.md$/, ''))
    .sort();

const fileOf = (page: string): string => join(docsFolder, `${page}.md`);

export const readPage = (page: string): string => readFileSync(fileOf(page), 'utf8');

export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/** The first paragraph of plain text, on one line. */
export const summaryOf = (text: string): string =>
  text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find((part) => /^[A-Z`[]/.test(part))
    ?.replaceAll('\n', ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('**', '') ?? '';

/** Anchors as GitHub makes them, so that a link works there and on the site. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

const generated = /<!-- generated: ([a-z-]+) -->\n[\s\S]*?<!-- \/generated -->/g;

type Blocks = Readonly<Record<string, () => string | Promise<string>>>;

/** The page with its generated parts updated. */
export async function filled(text: string, blocks: Blocks): Promise<string> {
  const names = new Set([...text.matchAll(generated)].map(([, name = '']) => name));
  const contents = new Map<string, string>();
  for (const name of names) {
    const generate = blocks[name];
    if (generate === undefined)
      throw new Error(`Nothing generates "${name}": see scripts/docs/blocks.ts.`);
    contents.set(name, await generate());
  }
  return text.replaceAll(
    generated,
    (_, name: string) =>
      `<!-- generated: ${name} -->\n\n${contents.get(name)}\n\n<!-- /generated -->`,
  );
}

/** Writes the pages whose generated parts have changed; returns their names. */
export async function refreshPages(blocks: Blocks): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const page of pageFiles()) {
    const before = readPage(page);
    const after = await filled(before, blocks);
    if (after === before) continue;
    writeFileSync(fileOf(page), after);
    changed.push(page);
  }
  return changed;
}

/** Every page with its summary, in the format of https://llmstxt.org. */
export function llmsText(): string {
  const index = readPage('index');
  const lists = sections.map(({ title, pages }) => {
    const lines = pages.map((page) => {
      const text = readPage(page);
      return `- [${titleOf(text)}](${page}.md): ${summaryOf(text)}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [`# ${titleOf(index)}\n`, `> ${summaryOf(index)}\n`, ...lists].join('\n');
}
