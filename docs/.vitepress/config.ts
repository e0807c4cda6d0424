/** The site made of docs: `npm run docs` builds it in out/docs. Nothing in it is loaded from elsewhere. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
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

const icon = encodeURIComponent(
  readFileSync(inProject('src-renderer', 'styles', 'mark.svg'), 'utf8'),
);

/** Scripts in files of their own: the app's content security policy allows no inline ones. */
function withoutInlineScripts(html: string, file: string): string {
  const root = '../'.repeat(relative(outDir, file).split(sep).length - 1) || './';
  return html.replaceAll(/<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g, (_, code: string) => {
    const name = `inline-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    writeFileSync(join(outDir, 'assets', name), code);
    return `<script src="${root}assets/${name}"></script>`;
  });
}

/** Writes each page's Markdown next to it; llms.txt links to these files. */
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
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${icon}` }]],
  srcDir: docsFolder,
  outDir,
  cacheDir: inProject('node_modules', '.cache', 'vitepress'),
  // Relative, so that the app can bundle the site and open it without a network.
  base: './',
  // The pictures follow the system's theme, so the pages do, too.
  appearance: 'force-auto',
  // The app's policy allows no data: URLs for fonts.
  vite: { build: { assetsInlineLimit: 0 } },
  markdown: { anchor: { slugify: anchorOf }, languageAlias: { filter: 'txt' } },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: sections.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({
        text: page === 'index' ? 'Introduction' : titleOf(readPage(page)),
        link: page === 'index' ? '/' : `/${page}`,
      })),
    })),
  },
  transformHtml: withoutInlineScripts,
  buildEnd: writeMarkdown,
});
