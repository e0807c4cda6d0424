/** Every tool, in the order that they are listed. */
import type { Actions } from '../tool.ts';
import { certifyReceiver, certifySender } from './certification.ts';
import { fastForward, setClock } from './clock.ts';
import { deleteDeliveries, removals } from './deletion.ts';
import { getDelivery, listDeliveries } from './deliveries.ts';
import { diagnoseSignature } from './diagnose-signature.ts';
import { explainDelivery } from './explain-delivery.ts';
import { readBody } from './read-body.ts';
import { getMockRequest, listMockRequests, listRejected } from './requests.ts';
import { exploreScenario, getScenarioRun, runScenario } from './scenario-runs.ts';
import { checkScenario, getScenario, listScenarios, saveScenario } from './scenarios.ts';
import { retryDelivery, sendCopy, sendEvent } from './send.ts';
import { saveDestination, saveMock } from './setup.ts';
import { getStatus } from './status.ts';

export const tools: Readonly<Record<string, Actions>> = {
  get_status: { get_status: getStatus },
  list_deliveries: { list_deliveries: listDeliveries },
  get_delivery: { get_delivery: getDelivery },
  explain_delivery: { explain_delivery: explainDelivery },
  inspect_requests: {
    list_rejected: listRejected,
    list_mock_requests: listMockRequests,
    get_mock_request: getMockRequest,
  },
  read_body: { read_body: readBody },
  inspect_scenarios: {
    list_scenarios: listScenarios,
    get_scenario: getScenario,
    check_scenario: checkScenario,
    get_scenario_run: getScenarioRun,
  },
  diagnose_signature: { diagnose_signature: diagnoseSignature },
  send_event: { send_event: sendEvent },
  send_again: { retry_delivery: retryDelivery, send_copy: sendCopy },
  save_item: {
    save_destination: saveDestination,
    save_mock: saveMock,
    save_scenario: saveScenario,
  },
  certify_endpoint: { certify_receiver: certifyReceiver, certify_sender: certifySender },
  move_clock: { set_clock: setClock, fast_forward: fastForward },
  run_scenario: { run_scenario: runScenario, explore_scenario: exploreScenario },
  delete_items: { delete_deliveries: deleteDeliveries, ...removals },
};
