export { type AccountNotice, accountNotice, acknowledgeNoticeReply } from './account-notices.ts';
export {
  type AdminAccount,
  type AdminUser,
  type AdminUserReply,
  adminAccountBody,
  adminAccountReply,
  adminCreditsBody,
  adminCreditsReply,
  adminGenerationReply,
  adminLedgerReply,
  adminOwedReply,
  adminReasonBody,
  adminUserReply,
  adminUsersQuery,
  adminUsersReply,
} from './admin.ts';
export { type ApiCallName, apiCalls, type BodyOf, type QueryOf, type ReplyOf } from './api-calls.ts';
export {
  type ApiKeyScope,
  apiKeyScopeMeanings,
  apiKeyScopes,
  maxApiKeyDays,
  maxApiKeyNameLength,
  maxApiKeys,
} from './api-key-limits.ts';
export {
  type ApiKey,
  type ApiKeyBudgets,
  type ApiKeysReply,
  apiKeyBudgetsBody,
  apiKeyReply,
  apiKeysReply,
  type CreateApiKeyBody,
  type CreateApiKeyReply,
  createApiKeyBody,
  createApiKeyReply,
  revokeApiKeyReply,
} from './api-keys.ts';
export { AppError, isAppError } from './app-error.ts';
export {
  type AudioHistoryReply,
  type AudioHistoryRow,
  type AudioStatusReply,
  audioHistoryQuery,
  audioHistoryReply,
  audioHistoryRow,
  audioStatusQuery,
  audioStatusReply,
  createAudioBody,
  updateAudioStatusBody,
  updateAudioStatusReply,
} from './audio.ts';
export {
  type AdminAuditEvent,
  type AdminAuditFilter,
  type AdminAuditReply,
  adminAuditFilter,
  adminAuditQuery,
  adminAuditReply,
} from './audit.ts';
export { type AuditActor, type AuditName, auditActors, auditNames } from './audit-names.ts';
export { blankGeneration } from './blank-generation.ts';
export {
  type CheckoutReply,
  checkoutBody,
  checkoutReply,
  type PublicPurchase,
  type PurchaseStatus,
  purchaseReply,
  purchaseReturnPath,
} from './checkout.ts';
export {
  type CloseAccountReply,
  type ClosingReply,
  closeAccountBody,
  closeAccountReply,
  closingReply,
  type ErasureReply,
  type ErasureStatement,
  erasureParams,
  erasureReply,
  erasureStatement,
  keepAccountReply,
} from './closing.ts';
export {
  type CreditSummary,
  creditSummary,
  type LedgerFilter,
  type LedgerGroup,
  type LedgerGroupsReply,
  type LedgerKind,
  type LedgerLine,
  type LedgerReply,
  ledgerFilter,
  ledgerGroupsReply,
  ledgerQuery,
  ledgerReply,
  type Receipt,
  receipt,
  type SpendingReply,
  spendingQuery,
  spendingReply,
  userSettingsBody,
} from './credits.ts';
export { type AppErrorCode, errorCodeOf, errorCodes, isErrorCode } from './error-codes.ts';
export { type ErrorReply, errorReply } from './errors.ts';
export {
  type GenerationPointer,
  type ServerEventBody,
  type ServerEventName,
  type ServerEvents,
  userRoom,
} from './events.ts';
export {
  type FalDetail,
  type FalLogLine,
  type FalStatus,
  type FalSubmitReply,
  falCancelReply,
  falResult,
  falStatus,
  falSubmitReply,
} from './fal.ts';
export {
  type FieldReason,
  type GenerationStage,
  type GenerationStatus,
  generation,
  generationStage,
  generationStatus,
  generationStatuses,
  isTerminal,
  output,
  type PublicGeneration,
  type PublicOutput,
  type PublicProgress,
  progress,
} from './generation.ts';
export {
  type FrameBody,
  frameBody,
  type GenerationsQuery,
  type GenerationsReply,
  generationReply,
  generationsQuery,
  generationsReply,
  idParams,
  soundedVideoQuery,
  visibilityBody,
} from './generations.ts';
export {
  type ImageFormat,
  imageFormats,
  maxDownloadBytes,
  maxDownloadIds,
  maxImageIds,
  maxTagLength,
  maxTags,
} from './image-limits.ts';
export {
  createImageBody,
  type DeleteImagesReply,
  type DownloadImagesReply,
  deleteImagesBody,
  deleteImagesQuery,
  deleteImagesReply,
  downloadImagesBody,
  downloadImagesReply,
  type FavoriteImageReply,
  favoriteImageBody,
  favoriteImageReply,
  type ImageFacetsReply,
  type ImageHistoryQuery,
  type ImageHistoryReply,
  type ImageHistoryRow,
  imageFacetsReply,
  imageHistoryQuery,
  imageHistoryReply,
  imageTag,
} from './images.ts';
export { type LegalPage, type LegalReply, legalPages, legalParams, legalQuery, legalReply } from './legal.ts';
export { type PricingReply, pricingReply, refundRules } from './pricing.ts';
export {
  type PushPayload,
  type PushStateReply,
  type PushSubscriptionBody,
  pushStateReply,
  pushSubscriptionBody,
  pushSubscriptionReply,
} from './push.ts';
export { type PushLanguage, pushLanguages } from './push-languages.ts';
export { maxRefundReasonLength } from './refund-limits.ts';
export {
  type RefundCreditsReply,
  refundCreditsBody,
  refundCreditsReply,
} from './refunds.ts';
export {
  type SecurityEvent,
  type SecurityEventsReply,
  securityEventDetails,
  securityEventNames,
  securityEventsQuery,
  securityEventsReply,
} from './security-events.ts';
export {
  type Device,
  device,
  endOtherSessionsReply,
  endSessionReply,
  type PublicSession,
  type SessionsReply,
  sessionsReply,
} from './sessions.ts';
export {
  type PublicTakeOut,
  type TakeOutState,
  takeOutAddressReply,
  takeOutBody,
  takeOutReply,
  takeOutStateReply,
} from './take-out.ts';
export {
  type CreateUnderstandingReply,
  createUnderstandingBody,
  createUnderstandingReply,
  type UnderstandingHistoryReply,
  type UnderstandingHistoryRow,
  type UnderstandingStatusReply,
  understandingHistoryReply,
  understandingHistoryRow,
  understandingStatusQuery,
  understandingStatusReply,
} from './understanding.ts';
export {
  maxImagePixels,
  maxImageSidePx,
  maxImageUploadBytes,
  maxUploadBytes,
  maxVideoUploadBytes,
  type UploadAccept,
  type UploadField,
  uploadFieldsOf,
  uploadTypes,
} from './upload-limits.ts';
export {
  type ConfirmUploadReply,
  confirmUploadBody,
  confirmUploadReply,
  type PresignReply,
  presignBody,
  presignReply,
  type UploadImageReply,
  type UploadVideoReply,
  uploadImageReply,
  uploadVideoReply,
} from './uploads.ts';
export {
  type CreditsChanged,
  creditsChanged,
  signOutBody,
  signOutReply,
  type UserInfo,
  userInfoReply,
} from './user.ts';
export {
  type CreateReply,
  createReply,
  createVideoBody,
  deleteBody,
  deleteQuery,
  deleteReply,
  type HistoryQuery,
  historyQuery,
  maxPageSize,
  type VideoHistoryReply,
  type VideoHistoryRow,
  videoHistoryReply,
  videoHistoryRow,
} from './video.ts';
export {
  keySetReply,
  type PublicWebhookDelivery,
  type WebhookDeliveriesReply,
  type WebhookProblem,
  webhookDeliveriesReply,
  webhookDelivery,
  webhookDeliveryReply,
} from './webhook-deliveries.ts';
export { webhookPaths } from './webhooks.ts';
