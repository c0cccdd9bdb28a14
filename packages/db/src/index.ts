export { connectDb, type Db } from './connect.ts';
export type { GenerationRow, OutputRow } from './generation-row.ts';
export { ledgerCsvHeader, parseLedgerCsv, toLedgerCsvLine } from './ledger-csv.ts';
export type { HashedEntry } from './ledger-line-text.ts';
export type { LedgerProblem } from './ledger-problem.ts';
export { migrateDown, migrateToLatest } from './migrate.ts';
export {
  findModelFailure,
  inferenceSecondsOf,
  type ModelAnswer,
  type ModelFailure,
  toModelAnswer,
} from './model-answer.ts';
export { createOutboxCleaner, type OutboxCleaner } from './outbox-cleaner.ts';
export type { Queryable } from './prepared.ts';
export { type MediaUrl, toPublicGeneration } from './public-generation.ts';
export {
  type ApiKeyRow,
  findKeyOwner,
  insertApiKey,
  listApiKeys,
  markApiKeyUsed,
  revokeApiKey,
} from './queries/api-keys.ts';
export { requestCancellation } from './queries/cancel.ts';
export { type Balance, getBalance, grantPurchase } from './queries/credits.ts';
export { getGenerationStatus } from './queries/generation-status.ts';
export {
  findGeneration,
  type GenerationWithOutputs,
  getOwnGeneration,
  listHistory,
  listNewestGenerations,
  listRunningGenerations,
  markDeleted,
  markVisibility,
  withOutputs,
} from './queries/generations.ts';
export { findFirstAnswer } from './queries/idempotency.ts';
export {
  findImageDownload,
  insertImageDownload,
  listOwnImages,
} from './queries/image-downloads.ts';
export { type ImageFacets, listImageFacets } from './queries/image-facets.ts';
export { type ImageFilter, type ImageTotals, listImageHistory } from './queries/image-history.ts';
export { markImages, markImagesDeleted } from './queries/image-marks.ts';
export { findLedgerProblems } from './queries/ledger-check.ts';
export { readLedger } from './queries/ledger-export.ts';
export {
  type LedgerRow,
  type LedgerScope,
  listGenerationEntries,
  listLedger,
} from './queries/ledger-list.ts';
export { type Ended, type Ending, markGenerationEnded } from './queries/mark-generation-ended.ts';
export type { Moved } from './queries/move-credits.ts';
export { type Backlog, countBacklog, countRunning, type RunningCount } from './queries/operations.ts';
export type { Operator } from './queries/operator-actor.ts';
export { moveByOperator, refundGeneration } from './queries/operator-credits.ts';
export { markSubmissionsOrphaned, requestProviderCheck } from './queries/operator-generation.ts';
export { listOutbox, type OutboxRow, removeOutbox } from './queries/outbox.ts';
export {
  findMediaAccess,
  insertOutput,
  listOutputFiles,
  listOutputs,
  type MediaAccess,
  type NewOutput,
} from './queries/outputs.ts';
export { type AppliedPayment, applyPaymentEvent, type PaymentEvent } from './queries/payment-events.ts';
export type { PaymentFact } from './queries/payment-facts.ts';
export {
  findMedianDurationSeconds,
  markProgress,
  type Progress,
  scheduleCheck,
  startPollRound,
} from './queries/progress.ts';
export {
  acceptProviderEvent,
  findSubmissionTokenHash,
  type ProviderEvent,
} from './queries/provider-event.ts';
export {
  getOwnPurchase,
  listOwedPurchases,
  listPurchases,
  markCheckout,
  type OwedPurchase,
  openPurchase,
  type PurchaseRow,
} from './queries/purchases.ts';
export { getBilledGeneration } from './queries/receipt.ts';
export {
  listReturnedCredits,
  markRefundAttempt,
  type ReturnedCredits,
  refundFailed,
} from './queries/refund-failed.ts';
export { type NewGeneration, type Reservation, reserveGeneration } from './queries/reserve-generation.ts';
export { searchAnswers } from './queries/search-answers.ts';
export { type FoundUser, getUserWithBalance, searchUsers } from './queries/search-users.ts';
export {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessions,
  markSessionExpiry,
  type SessionRow,
} from './queries/sessions.ts';
export { getSpending, type Spending, setDailyCap } from './queries/spending.ts';
export {
  claimSubmission,
  countUnknownSubmissions,
  markSubmissionUnknown,
  recordSubmission,
  reopenSubmission,
} from './queries/submission.ts';
export {
  abandonSubmission,
  claimDueGenerations,
  deleteExpired,
  listOrphans,
  markOrphanCancelled,
  type OrphanRow,
} from './queries/sweep.ts';
export {
  claimExpiredUploads,
  claimUploadCheck,
  deleteUploads,
  endUploadCheck,
  findOwnOutputType,
  findUpload,
  insertUpload,
  markUploadStored,
  markUploadsUsed,
  releaseUploads,
  touchUpload,
  type UploadRow,
} from './queries/uploads.ts';
export { type Identity, upsertUserFromIdentity } from './queries/users.ts';
export {
  claimDelivery,
  type DeliveryRow,
  listDeliveries,
  listDueDeliveries,
  markAttemptFailed,
  markDelivered,
  reopenDelivery,
} from './queries/webhook-deliveries.ts';
export { type EntriesReport, verifyLedgerEntries } from './verify-ledger-entries.ts';
