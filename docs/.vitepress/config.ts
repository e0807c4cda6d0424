/** The site made of docs: `npm run docs` builds it in out/docs. Nothing in it is loaded from elsewhere. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import {
  anchorOf,
  docsFolder,
  listedPages,
  llmsText,
  readPage,
  sections,
  titleOf,
} from '../../scripts/docs/pages.ts';
import { inProject } from '../../scripts/project.mjs';

const outDir = inProject('out', 'docs');

/** Beside every page its Markdown, which llms.txt links to. */
function writeMarkdown(): void {
  for (const page of listedPages) {
    const file = join(outDir, `${page}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, readPage(page));
  }
  writeFileSync(join(outDir, 'llms.txt'), llmsText());
}

export default defineConfig({
  title: 'Hookwright',
  description: 'A desktop workbench for webhooks',
  srcDir: docsFolder,
  outDir,
  cacheDir: inProject('node_modules', '.cache', 'vitepress'),
  // Relative, so that the app can bundle the site and open it without a network.
  base: './',
  // The pictures follow the system's theme, so the pages do, too.
  appearance: 'force-auto',
  markdown: { anchor: { slugify: anchorOf }, languageAlias: { filter: 'txt' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({
        text: page === 'index' ? 'Hookwright' : titleOf(readPage(page)),
        link: page === 'index' ? '/' : `/${page}`,
      })),
    })),
  },
  buildEnd: writeMarkdown,
});
