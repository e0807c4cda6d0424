/** Makes the generated parts of the documentation again. */
import { say } from '../project.mjs';
import { blocks } from './blocks.ts';
import { refreshPages } from './pages.ts';

for (const page of await refreshPages(blocks)) say(`Updated docs/${page}.md`);
