/** The documentation as Markdown, from its built folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DocsPage {
  /** Such as `guides/ci`. */
  readonly page: string;
  readonly title: string;
  readonly summary: string;
}

/** As the site's `llms.txt` lists them: `- [Title](page.md): Summary`. Empty if the site isn't built. */
export async function listDocs(folder: string): Promise<readonly DocsPage[]> {
  const text = await readFile(join(folder, 'llms.txt'), 'utf8').catch(() => '');
  return [...text.matchAll(/^- \[([^\]]+)\]\(([\w/-]+)\.md\): (.*)$/gm)].map(
    ([, title = '', page = '', summary = '']) => ({ page, title, summary }),
  );
}

export const readDocs = (folder: string, { page }: DocsPage): Promise<string> =>
  readFile(join(folder, `${page}.md`), 'utf8');
