import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

type LockEntry = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
};

const { '': _project, ...packages }: Record<string, LockEntry> = lock.packages;

/** Where Node would look for a package, from the importing folder up to the project's. */
function foldersFor(name: string, from: string): string[] {
  const here = `${from}/node_modules/${name}`;
  const end = from.lastIndexOf('node_modules/');
  if (end < 0) return [`node_modules/${name}`];
  return [here, ...foldersFor(name, from.slice(0, end).replace(/\/$/, ''))];
}

describe('package-lock.json', () => {
  it('has a hash of every package', () => {
    const unverified = Object.entries(packages).filter(
      // A bundled package is part of its parent's archive, and has no hash.
      ([, { integrity, link, inBundle }]) => !(integrity || link || inBundle),
    );
    expect(unverified.map(([path]) => path)).toEqual([]);
  });

  it('has the packages for every system, so that installing resolves none', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !foldersFor(name, path).some((folder) => folder in packages),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('contains no registry address', () => {
    const addressed = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
    expect(addressed.map(([path]) => path)).toEqual([]);
  });
});

it('package.json pins exact versions', () => {
  const { dependencies, devDependencies } = packageJson;
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});
