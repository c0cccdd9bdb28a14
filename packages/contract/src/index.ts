export {
  type AdminUser,
  type AdminUserReply,
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
  type ApiKey,
  type ApiKeysReply,
  apiKeysReply,
  type CreateApiKeyReply,
  createApiKeyBody,
  createApiKeyReply,
  maxApiKeyNameLength,
  maxApiKeys,
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
  type CheckoutReply,
  checkoutBody,
  checkoutReply,
  type PublicPurchase,
  type PurchaseStatus,
  purchaseReply,
  purchaseReturnPath,
} from './checkout.ts';
export {
  type CreditSummary,
  creditSummary,
  type LedgerFilter,
  type LedgerKind,
  type LedgerLine,
  type LedgerReply,
  ledgerFilter,
  ledgerQuery,
  ledgerReply,
  type Receipt,
  receipt,
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
  blankGeneration,
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
  type GenerationsReply,
  generationReply,
  generationsQuery,
  generationsReply,
  idParams,
  visibilityBody,
} from './generations.ts';
export { type ImageFormat, imageFormats, maxImageIds, maxTagLength, maxTags } from './image-limits.ts';
export {
  createImageBody,
  type DeleteImagesReply,
  type DownloadImagesReply,
  deleteImagesBody,
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
export { type PricingReply, pricingReply, refundRules } from './pricing.ts';
export { maxRefundReasonLength } from './refund-limits.ts';
export {
  type RefundCreditsReply,
  refundCreditsBody,
  refundCreditsReply,
} from './refunds.ts';
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
