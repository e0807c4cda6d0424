import { implement } from '@orpc/server';
import type { Core } from '#core/create-core.ts';
import { contract } from '#shared/contract/index.ts';
import { contractStream } from './errors.ts';

const os = implement(contract.scenarios);

export const scenarios = ({ scenarios, scenarioFromDeliveries, log }: Core) => ({
  list: os.list.handler(() => scenarios.list()),
  examples: os.examples.handler(async () => [...(await scenarios.examples())]),
  get: os.get.handler(({ input }) => scenarios.get(input.file)),
  create: os.create.handler(({ input }) => scenarios.create(input)),
  save: os.save.handler(({ input }) => scenarios.save(input)),
  remove: os.remove.handler(({ input }) => scenarios.remove(input.file)),
  check: os.check.handler(({ input }) => scenarios.check(input)),
  fromDeliveries: os.fromDeliveries.handler(({ input }) => scenarioFromDeliveries(input)),
  run: os.run.handler(({ input, signal }) => contractStream(log, scenarios.run(input, signal))),
  explore: os.explore.handler(({ input, signal }) =>
    contractStream(log, scenarios.explore(input, signal)),
  ),
  cancel: os.cancel.handler(({ input }) => scenarios.cancel(input.id)),
  runs: os.runs.handler(async ({ input }) => [...(await scenarios.runs(input.file))]),
  report: os.report.handler(({ input }) => scenarios.report(input.id)),
  events: os.events.handler(({ input }) => scenarios.events(input.id, input.messageIds)),
  archive: os.archive.handler(({ input }) => scenarios.archive(input.id)),
  deliveries: os.deliveries.handler(({ input }) => scenarios.runData.deliveries(input)),
  delivery: os.delivery.handler(({ input }) =>
    scenarios.runData.delivery(input.id, input.deliveryId),
  ),
  requests: os.requests.handler(({ input }) => scenarios.runData.requests(input)),
  request: os.request.handler(({ input }) => scenarios.runData.request(input.id, input.requestId)),
  inputs: os.inputs.handler(({ input }) => scenarios.runData.inputs(input.id)),
  repeat: os.repeat.handler(({ input, signal }) =>
    contractStream(log, scenarios.repeat(input, signal)),
  ),
  removeRun: os.removeRun.handler(({ input }) => scenarios.removeRun(input.id)),
  exportFile: os.exportFile.handler(({ input }) => scenarios.exportFile(input.file)),
  startUpload: os.startUpload.handler(({ input }) => scenarios.uploads.start(input)),
  upload: os.upload.handler(({ input }) => scenarios.uploads.append(input)),
  compare: os.compare.handler(({ input }) => scenarios.compare(input.a, input.b)),
});
