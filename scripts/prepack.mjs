/**
 * Builds before `npm pack` and `npm publish`. By its name, npm also runs it before the script `pack`, which
 * builds by itself, after it has found Electron.
 */
if (!process.env.npm_command?.startsWith('run')) await import('./build.mjs');
