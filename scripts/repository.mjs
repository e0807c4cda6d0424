/** The repository on GitHub, as package.json names it: for updates, npm's provenance and releases. */
import { readFileSync } from 'node:fs';
import { inProject, Problem } from './project.mjs';

/** The documentation's placeholder, until the project has a repository. */
const placeholderOwner = 'your-org';

export function repository() {
  const { url } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')).repository;
  const [, owner, name] = /github\.com\/([^/]+)\/([^/]+?)(?:\.git)?$/.exec(url) ?? [];
  if (owner === undefined || name === undefined)
    throw new Problem(`"repository" in package.json is not a GitHub repository: ${url}`);
  return { owner, name, isPlaceholder: owner === placeholderOwner };
}
