/** Runs many receivers in one process. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

for (const [index, { file, port }] of JSON.parse(process.env.RECEIVERS ?? '[]').entries()) {
  process.env.PORT = port;
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    process.stdout.write(`ended ${index} ${JSON.stringify(String(error))}\n`);
  }
}
