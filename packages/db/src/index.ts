export { connectDb, type Db, type Pooler } from './connect.ts';
export { toCsvCell } from './csv-cell.ts';
export { exportedColumns, generationColumns, toExportedValues } from './generation-columns.ts';
export type { GenerationRow, OutputRow } from './generation-row.ts';
export { migrateDown, migrateToLatest } from './migrate.ts';
export {
  findInferenceSeconds,
  findModelFailure,
  type ModelAnswer,
  type ModelFailure,
  toModelAnswer,
} from './model-answer.ts';
export { createOutboxCleaner, type OutboxCleaner } from './outbox-cleaner.ts';
export type { Queryable } from './prepared.ts';
export { type MediaUrl, toPublicGeneration } from './public-generation.ts';
export { clearAuditOrigins, insertAuditEvent, type NewAuditEvent } from './queries/audit/audit-events.ts';
export * from './queries/audit/audit-list.ts';
export * from './queries/audit/security-events.ts';
export * from './queries/batches/batches.ts';
export * from './queries/batches/picks.ts';
export * from './queries/breakers/breakers.ts';
export { listExpiredWaits, listRampLines, listWaitingUsers } from './queries/breakers/held-lines.ts';
export { claimProbe, findProbeHead, postponeProbe, startProbe } from './queries/breakers/probe.ts';
export {
  type CheckpointRow,
  findLogProof,
  findNewestCheckpoint,
  listCheckpoints,
} from './queries/checkpoints/checkpoint-list.ts';
export { findAccountProof, findGenerationProof } from './queries/checkpoints/find-ledger-proof.ts';
export { countsCheck, findLedgerProblems } from './queries/checkpoints/ledger-check.ts';
export { makeCheckpoint } from './queries/checkpoints/make-checkpoint.ts';
export * from './queries/costs/book-ends.ts';
export * from './queries/costs/cost-findings.ts';
export * from './queries/costs/margins.ts';
export * from './queries/costs/price-costs.ts';
export * from './queries/costs/record-bills.ts';
export * from './queries/cuts/complete-cut.ts';
export * from './queries/cuts/cuts.ts';
export * from './queries/durations/durations.ts';
export { eraseAccountRows, eraseGenerations, eraseIdentity } from './queries/erasure/erase-rows.ts';
export { advanceErasure, type ErasedCounts, listDueErasures } from './queries/erasure/erasure-steps.ts';
export { finishErasure, listOwnIds } from './queries/erasure/finish-erasure.ts';
export * from './queries/files/file-writes.ts';
export { listAccountsWithFiles, listNamedFiles, type NamedFile } from './queries/files/named-files.ts';
export * from './queries/films/index.ts';
export * from './queries/generations/approvals.ts';
export { markVisibility, requestCancellation } from './queries/generations/change-generation.ts';
export { keepDoubtful, returnDoubtful } from './queries/generations/doubts.ts';
export {
  type DownloadRow,
  findDownload,
  insertDownload,
  listDownloadMedia,
  listOwnForDownload,
  sortOwnForDownload,
  sumDownloadBytes,
} from './queries/generations/downloads.ts';
export { endWaiting, listClosedLines } from './queries/generations/end/end-waiting.ts';
export * from './queries/generations/end/mark-generation-ended.ts';
export {
  createGenerationFinder,
  findGeneration,
  findGenerationWithOutputs,
  type GenerationFinder,
  type GenerationWithOutputs,
  getBilledGeneration,
  getGenerationStatus,
  getOwnGeneration,
  listNewestGenerations,
  listOwnGenerations,
  listRunningGenerations,
  withOutputs,
} from './queries/generations/generations.ts';
export { markImages } from './queries/generations/image-marks.ts';
export { findFault } from './queries/generations/inspections.ts';
export {
  type Backlog,
  countBacklog,
  countRunning,
  type RunningCount,
  readClock,
} from './queries/generations/operations.ts';
export { markSubmissionsOrphaned, requestProviderCheck } from './queries/generations/operator-generation.ts';
export { listOutbox, type OutboxRow, postponeOutbox, removeOutbox } from './queries/generations/outbox.ts';
export {
  emptyOutputs,
  findMediaAccess,
  findRecipeSource,
  insertOutput,
  listOutputFiles,
  listOutputs,
  type MediaAccess,
  type NewInspection,
  type NewOutput,
} from './queries/generations/outputs.ts';
export { adoptResult } from './queries/generations/provider/adopt-result.ts';
export { scheduleCheck, startPollRound } from './queries/generations/provider/polling.ts';
export { markProgress, type Progress } from './queries/generations/provider/progress.ts';
export * from './queries/generations/provider/provider-event.ts';
export { countReturns, returnToLine } from './queries/generations/provider/return-to-line.ts';
export * from './queries/generations/provider/submission.ts';
export {
  type Allowance,
  countFitting,
  createPayerAllowanceFinder,
  explainRefusal,
  findAllowance,
  type PayerAllowanceFinder,
} from './queries/generations/reserve/explain-refusal.ts';
export { findFirstAnswer } from './queries/generations/reserve/find-first-answer.ts';
export {
  groupReservations,
  type ReserveGeneration,
} from './queries/generations/reserve/group-reservations.ts';
export type * from './queries/generations/reserve/new-generation.ts';
export { reserveGeneration } from './queries/generations/reserve/reserve-generation.ts';
export * from './queries/generations/stand-in.ts';
export {
  abandonSubmission,
  claimDueGenerations,
  deleteExpired,
  listOrphans,
  listRunningOfClosed,
  markOrphanCancelled,
  type OrphanRow,
} from './queries/generations/sweep.ts';
export * from './queries/generations/transcripts.ts';
export * from './queries/kind-checks/kind-checks.ts';
export * from './queries/kind-closures/follow-kind-check.ts';
export * from './queries/kind-closures/kind-closures.ts';
export * from './queries/kind-closures/kind-verifications.ts';
export * from './queries/library/change-library.ts';
export * from './queries/library/find-file.ts';
export { repairGenerationCounts } from './queries/library/generation-counts.ts';
export * from './queries/library/library-days.ts';
export * from './queries/library/library-facets.ts';
export type { DayOrMoment, LibraryFilter, LibraryScope } from './queries/library/library-filter.ts';
export * from './queries/library/list-library.ts';
export type { Page } from './queries/library/plain-lists.ts';
export * from './queries/library/projects.ts';
export type { ListedGeneration, ListedRow } from './queries/library/read-listed.ts';
export { countLine } from './queries/line/count-line.ts';
export { type LineRow, readLine, withLinePositions } from './queries/line/list-line.ts';
export { moveWaiting } from './queries/line/move-waiting.ts';
export { setLinePaused, setStopAfter } from './queries/line/pause-line.ts';
export { repeatWhileLocked } from './queries/line/repeat-while-locked.ts';
export { listMovableLines, startWaiting } from './queries/line/start-waiting.ts';
export { type LineageRow, listLineage } from './queries/lineage/lineage.ts';
export * from './queries/mail/insert-mails.ts';
export * from './queries/mail/mail-key.ts';
export * from './queries/mail/mails.ts';
export { countEnds } from './queries/model-status/count-ends.ts';
export * from './queries/model-status/inspected-results.ts';
export * from './queries/model-status/read-ends.ts';
export { type Balance, getBalance } from './queries/money/balance.ts';
export { listPayableDebts, payDebt } from './queries/money/collect-debt.ts';
export type { LedgerProblem } from './queries/money/ledger-chain.ts';
export {
  hideOperator,
  ledgerCsvHeader,
  parseCsvProof,
  parseLedgerCsv,
  toLedgerCsvLine,
  toProofCsvLine,
} from './queries/money/ledger-csv.ts';
export { findLedgerHead, type LedgerHead, readLedger } from './queries/money/ledger-export.ts';
export { type LedgerGroup, listLedgerGroups } from './queries/money/ledger-groups.ts';
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
export type { PaymentFact, SoldPurchase } from './queries/money/payment-facts.ts';
export * from './queries/money/payment-problems.ts';
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
export {
  type DaySpending,
  getSpending,
  listDaySpending,
  type Spending,
  setDailyCap,
} from './queries/money/spending.ts';
export { type EntriesReport, verifyLedgerEntries } from './queries/money/verify-ledger-entries.ts';
export * from './queries/push/push-keys.ts';
export * from './queries/push/push-messages.ts';
export * from './queries/push/push-subscriptions.ts';
export * from './queries/reports/decide-reports.ts';
export * from './queries/reports/insert-report.ts';
export * from './queries/reports/reported-works.ts';
export * from './queries/shares/shares.ts';
export * from './queries/shares/shown-shares.ts';
export * from './queries/take-outs/take-out-account.ts';
export * from './queries/take-outs/take-out-files.ts';
export * from './queries/take-outs/take-out-generations.ts';
export * from './queries/take-outs/take-outs.ts';
export * from './queries/trash/archive.ts';
export * from './queries/trash/purge.ts';
export * from './queries/trash/trash.ts';
export {
  claimExpiredUploads,
  claimUploadCheck,
  deleteUploads,
  endUploadCheck,
  findOwnOutput,
  findUpload,
  insertUpload,
  insertUploadOnce,
  markUploadStored,
  markUploadsUsed,
  releaseUploads,
  touchUpload,
  type UploadRow,
} from './queries/uploads/uploads.ts';
export {
  closeAccount,
  type ErasureRow,
  findErasure,
  findErasureByToken,
  keepAccount,
} from './queries/users/account-closing.ts';
export {
  acknowledgeNotice,
  insertAccountNotice,
  listAccountNotices,
  type NoticeRow,
} from './queries/users/account-notices.ts';
export {
  type AccountState,
  findAccountState,
  lockAccount,
  unlockAccount,
} from './queries/users/account-state.ts';
export {
  type ApiKeyRow,
  changeKeyBudgets,
  createKeyOwnerFinder,
  createTokenOwnerFinder,
  insertApiKey,
  type KeyOwnerFinder,
  listApiKeys,
  markApiKeyUsed,
  type NewApiKey,
  revokeAllApiKeys,
  revokeApiKey,
} from './queries/users/api-keys.ts';
export * from './queries/users/oauth-records.ts';
export {
  listOperators,
  type OperatorChange,
  type OperatorRow,
  setOperator,
} from './queries/users/operators.ts';
export { type FoundUser, getUserWithBalance, searchUsers } from './queries/users/search-users.ts';
export {
  createSessionFinder,
  deleteAllSessions,
  deleteOtherSessions,
  deleteOwnSession,
  deleteSession,
  findSession,
  insertSession,
  type ListedSession,
  listSessions,
  markSessionExpiry,
  markSessionUsed,
  maxSessionDays,
  type NewSession,
  type SessionRow,
} from './queries/users/sessions.ts';
export {
  findRecipePreferences,
  findUserByEmail,
  type Identity,
  type RecipePreferences,
  rememberLanguage,
  setRecipePreferences,
  upsertUserFromIdentity,
} from './queries/users/users.ts';
export * from './queries/webhooks/webhook-deliveries.ts';
export { inPreparedTransaction, inTransaction, type TransactionStep } from './transaction.ts';
