/** In place of fpm, which electron-builder would download: keeps its arguments and the files of the package. */
import { cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const args = process.argv.slice(2);
/** @param {string} option */
const argumentOf = (option) => args[args.indexOf(option) + 1] ?? '';

const folder = join(process.env.FPM_RECORDS ?? '', argumentOf('-t'));
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'arguments.json'), JSON.stringify(args));
for (const [, from = '', to = ''] of args.map((one) => /^([^-].*)=(\/.*)$/.exec(one) ?? [])) {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) continue;
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  cpSync(from, join(folder, to));
}
writeFileSync(argumentOf('--package'), '');
