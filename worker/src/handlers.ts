import type { JobHandlers } from '@atelier/queue';
import type { WorkerDeps } from './deps.ts';
import { deleteFiles } from './jobs/delete-files.ts';
import { deliverWebhook } from './jobs/deliver-webhook.ts';
import { dispatchGeneration } from './jobs/dispatch-generation.ts';
import { finishGeneration } from './jobs/finish-generation.ts';
import { reconcileLedger } from './jobs/reconcile-ledger.ts';
import { sweep } from './jobs/sweep.ts';
import { watchGeneration } from './jobs/watch-generation.ts';

/** Every job and what does it. The consumer refuses to start when one is missing. */
export function createHandlers(deps: WorkerDeps): JobHandlers {
  return {
    'dispatch-generation': (payload) => dispatchGeneration(deps, payload),
    'watch-generation': (payload, context) => watchGeneration(deps, payload, context),
    'finish-generation': (payload, context) => finishGeneration(deps, payload, context),
    'deliver-webhook': (payload) => deliverWebhook(deps, payload),
    sweep: () => sweep(deps),
    'delete-files': (payload, context) => deleteFiles(deps, payload, context),
    'reconcile-ledger': () => reconcileLedger(deps),
  };
}
