/** `npx hookwright …` in a copy of the repository: CommonJS, because old versions of Node start it. */
import('./hookwright.mjs');
