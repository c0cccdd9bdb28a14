import type { JobHandlers } from '@atelier/queue';
import { prepareTakeOut } from '@atelier/take-out';
import { reconcileCosts } from './costs/reconcile-costs.ts';
import { renderNextCut } from './cuts/render-cut.ts';
import type { WorkerDeps } from './deps.ts';
import { eraseAccounts } from './erasure/erase-accounts.ts';
import { dispatchWhenStorable } from './generations/dispatch-generation.ts';
import { finishGeneration } from './generations/finish-generation.ts';
import { watchGeneration } from './generations/watch-generation.ts';
import { checkKinds } from './kinds/check-kinds.ts';
import { checkpointLedger } from './ledger/checkpoint-ledger.ts';
import { reconcileLedger } from './ledger/reconcile-ledger.ts';
import { sendMail } from './mail/send-mail.ts';
import { sendPush } from './push/send-push.ts';
import { createSweeper, type Sweeper } from './sweeper/sweep.ts';
import { archiveGenerations } from './trash/archive-generations.ts';
import { keepStorageTrue } from './uploads/compare-storage.ts';
import { deleteFiles } from './uploads/delete-files.ts';
import { deliverWebhook } from './webhooks/deliver-webhook.ts';

/** Every job and its handler. The consumer refuses to start when one is missing. */
export function createHandlers(deps: WorkerDeps, sweeper: Sweeper = createSweeper(deps)): JobHandlers {
  return {
    'dispatch-generation': (payload, context) => dispatchWhenStorable(deps, payload, context),
    'watch-generation': (payload, context) => watchGeneration(deps, payload, context),
    'finish-generation': (payload, context) => finishGeneration(deps, payload, context),
    'deliver-webhook': (payload) => deliverWebhook(deps, payload),
    'send-push': (payload) => sendPush(deps, payload),
    'send-mail': (payload) => sendMail(deps, payload),
    sweep: () => sweeper.runDue(),
    'delete-files': (payload) => deleteFiles(deps, payload),
    'erase-accounts': (_payload, context) => eraseAccounts(deps, context),
    'prepare-take-out': ({ takeOutId }, { signal }) =>
      prepareTakeOut({ ...deps, workDir: deps.settings.workDir }, takeOutId, signal),
    'render-cut': (_payload, { signal }) => renderNextCut(deps, signal),
    'archive-generations': (_payload, { signal }) => archiveGenerations(deps, { signal }),
    'checkpoint-ledger': () => checkpointLedger(deps),
    'compare-storage': (_payload, { signal }) => keepStorageTrue(deps, signal),
    'reconcile-ledger': () => reconcileLedger(deps),
    'check-kinds': () => checkKinds(deps),
    'reconcile-costs': (_payload, { signal }) => reconcileCosts(deps, signal),
  };
}
