export { connectDb, type Db } from './connect.ts';
export type { GenerationRow, OutputRow } from './generation-row.ts';
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
export { markDeleted, markVisibility, requestCancellation } from './queries/generations/change-generation.ts';
export {
  findGeneration,
  type GenerationWithOutputs,
  getBilledGeneration,
  getGenerationStatus,
  getOwnGeneration,
  listHistory,
  listNewestGenerations,
  listRunningGenerations,
  withOutputs,
} from './queries/generations/generations.ts';
export {
  findImageDownload,
  insertImageDownload,
  listOwnImages,
} from './queries/generations/image-downloads.ts';
export { type ImageFacets, listImageFacets } from './queries/generations/image-facets.ts';
export { type ImageFilter, type ImageTotals, listImageHistory } from './queries/generations/image-history.ts';
export { markImages, markImagesDeleted } from './queries/generations/image-marks.ts';
export { type Ended, type Ending, markGenerationEnded } from './queries/generations/mark-generation-ended.ts';
export { findMedianDurationSeconds } from './queries/generations/median-duration.ts';
export {
  type Backlog,
  countBacklog,
  countRunning,
  type RunningCount,
} from './queries/generations/operations.ts';
export { markSubmissionsOrphaned, requestProviderCheck } from './queries/generations/operator-generation.ts';
export { listOutbox, type OutboxRow, removeOutbox } from './queries/generations/outbox.ts';
export {
  findMediaAccess,
  insertOutput,
  listOutputFiles,
  listOutputs,
  type MediaAccess,
  type NewOutput,
} from './queries/generations/outputs.ts';
export { scheduleCheck, startPollRound } from './queries/generations/polling.ts';
export { markProgress, type Progress } from './queries/generations/progress.ts';
export {
  acceptProviderEvent,
  findSubmissionTokenHash,
  type ProviderEvent,
} from './queries/generations/provider-event.ts';
export {
  findFirstAnswer,
  type NewGeneration,
  type Reservation,
  reserveGeneration,
} from './queries/generations/reserve-generation.ts';
export { searchAnswers } from './queries/generations/search-answers.ts';
export {
  claimSubmission,
  countUnknownSubmissions,
  markSubmissionUnknown,
  recordSubmission,
  reopenSubmission,
} from './queries/generations/submission.ts';
export {
  abandonSubmission,
  claimDueGenerations,
  deleteExpired,
  listOrphans,
  markOrphanCancelled,
  type OrphanRow,
} from './queries/generations/sweep.ts';
export { type Balance, getBalance } from './queries/money/balance.ts';
export type { LedgerProblem } from './queries/money/ledger-chain.ts';
export { findLedgerProblems } from './queries/money/ledger-check.ts';
export { ledgerCsvHeader, parseLedgerCsv, toLedgerCsvLine } from './queries/money/ledger-csv.ts';
export { readLedger } from './queries/money/ledger-export.ts';
export type { HashedEntry } from './queries/money/ledger-line-text.ts';
export {
  type LedgerRow,
  type LedgerScope,
  listGenerationEntries,
  listLedger,
  listReturnedCredits,
  type ReturnedCredits,
} from './queries/money/ledger-list.ts';
export type { Moved } from './queries/money/move-credits.ts';
export type { Operator } from './queries/money/operator-credits.ts';
export { moveByOperator, refundGeneration } from './queries/money/operator-credits.ts';
export { type AppliedPayment, applyPaymentEvent, type PaymentEvent } from './queries/money/payment-events.ts';
export type { PaymentFact } from './queries/money/payment-facts.ts';
export {
  getOwnPurchase,
  listOwedPurchases,
  listPurchases,
  markCheckout,
  type OwedPurchase,
  openPurchase,
  type PurchaseRow,
} from './queries/money/purchases.ts';
export { markRefundAttempt, refundFailed } from './queries/money/refund-failed.ts';
export { getSpending, type Spending, setDailyCap } from './queries/money/spending.ts';
export { type EntriesReport, verifyLedgerEntries } from './queries/money/verify-ledger-entries.ts';
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
} from './queries/uploads/uploads.ts';
export {
  type ApiKeyRow,
  findKeyOwner,
  insertApiKey,
  listApiKeys,
  markApiKeyUsed,
  revokeApiKey,
} from './queries/users/api-keys.ts';
export { type FoundUser, getUserWithBalance, searchUsers } from './queries/users/search-users.ts';
export {
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessions,
  markSessionExpiry,
  type SessionRow,
} from './queries/users/sessions.ts';
export { type Identity, upsertUserFromIdentity } from './queries/users/users.ts';
export {
  claimDelivery,
  type DeliveryRow,
  listDeliveries,
  listDueDeliveries,
  markAttemptFailed,
  markDelivered,
  reopenDelivery,
} from './queries/webhooks/webhook-deliveries.ts';
