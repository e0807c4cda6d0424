/** Replaces the `electron` import of our main process with the stand-in. */
import { registerHooks } from 'node:module';
import { limitCrypto } from './crypto.ts';

limitCrypto();

const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
