/** The library's suite in Node; test/e2e/client-library.spec.ts runs the same in a browser. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { library } from '#shared/client/library.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { suite } from './suite/index.ts';
import { type RecordingService, startRecordingService } from './support/recording-service.ts';

let service: RecordingService;
beforeAll(async () => {
  service = await startRecordingService();
});
afterAll(() => service.close());

for (const { name, run } of suite) it(name, () => run(service));

it("the library has the package's name and version", () => {
  expect(library).toEqual({ name: packageJson.name, version: packageJson.version });
});
