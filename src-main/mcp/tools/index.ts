/** Every tool, in the order that they are listed. */
import type { Tool } from '../tool.ts';
import { certifyReceiver, certifySender } from './certification.ts';
import { fastForward, setClock } from './clock.ts';
import { deleteDeliveries, deleteItem } from './deletion.ts';
import { getDelivery, listDeliveries, listRejected } from './deliveries.ts';
import { diagnoseSignature } from './diagnose-signature.ts';
import { explainDelivery } from './explain-delivery.ts';
import { exploreScenario } from './explorations.ts';
import { getMockRequest, listMockRequests, saveMock } from './mocks.ts';
import { readBody } from './read-body.ts';
import { getScenarioRun, runScenario } from './scenario-runs.ts';
import { checkScenario, getScenario, listScenarios, saveScenario } from './scenarios.ts';
import { listSamples, retryDelivery, saveDestination, sendCopy, sendEvent } from './send.ts';
import { getStatus, listSetup } from './status.ts';

export const tools: readonly Tool[] = [
  getStatus,
  listSetup,
  listDeliveries,
  getDelivery,
  explainDelivery,
  listRejected,
  listMockRequests,
  getMockRequest,
  readBody,
  listSamples,
  listScenarios,
  getScenario,
  checkScenario,
  getScenarioRun,
  diagnoseSignature,
  sendEvent,
  retryDelivery,
  sendCopy,
  saveDestination,
  saveMock,
  certifyReceiver,
  certifySender,
  setClock,
  fastForward,
  saveScenario,
  runScenario,
  exploreScenario,
  deleteDeliveries,
  deleteItem,
];
