export { BreakerCache } from './breaker-cache.ts';
export { cancelOfClosedAccounts } from './cancel-closed.ts';
export { cancelGeneration } from './cancel-generation.ts';
export { connectStores, type Stores } from './connect-stores.ts';
export { enqueueCut, maxOpenCuts, notifyCut, toPublicCut } from './cuts.ts';
export { countDeadlineSeconds, describeForKind } from './describe-for-kind.ts';
export { drainOutbox } from './drain-outbox.ts';
export { DurationCache } from './duration-cache.ts';
export { emptyLinesOfClosed, endInLine, endOfClosedKinds } from './end-in-line.ts';
export {
  enqueueDelivery,
  enqueueDispatch,
  enqueueFinish,
  enqueueMail,
  enqueueMails,
  enqueuePush,
  enqueueStep,
  enqueueWebhookDelivery,
  type Step,
} from './enqueue.ts';
export { describeFilmPlan, hashFilmPlan, notifyFilm } from './film-plan.ts';
export {
  type FinalizeDeps,
  type Finalized,
  finalizeAsCancelled,
  finalizeAsFailed,
  finalizeGeneration,
} from './finalize-generation.ts';
export {
  type Durations,
  expectedTime,
  hourSlice,
  isOfSettings,
  timeFactors,
  toDurations,
  waitForModel,
} from './forecast.ts';
export { type JoinFilmDeps, joinFilm } from './join-film.ts';
export { joinLine } from './join-line.ts';
export { requestHash, toAltText, toMade, toRecipe } from './made-of.ts';
export { makeStandIn, type StandInDeps, type StandInOutcome } from './make-stand-in.ts';
export {
  type NotifyDeps,
  notifyBalance,
  notifyChange,
  notifyChanges,
  notifyMany,
} from './notify.ts';
export { type LineNotifyDeps, notifyLine } from './notify-line.ts';
export { followPayment, payOwnDebt } from './pay-debt.ts';
export { pollGraceSeconds, secondsToNextPoll } from './poll-interval.ts';
export { type EachDeps, processEach } from './process-each.ts';
export { type LineDeps, startNext, startWaitingGenerations } from './start-waiting-generations.ts';
export { leaseSeconds, withLease } from './with-lease.ts';
