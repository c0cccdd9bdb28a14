import type * as z from 'zod/mini';
import { acknowledgeNoticeReply } from './account/account-notices.ts';
import {
  apiKeyBudgetsBody,
  apiKeyReply,
  apiKeysReply,
  createApiKeyBody,
  createApiKeyReply,
  revokeApiKeyReply,
} from './account/api-keys.ts';
import { approvalAnswerBody, approvalReply, approvalsReply } from './account/approvals.ts';
import {
  closeAccountBody,
  closeAccountReply,
  closingReply,
  erasureReply,
  keepAccountReply,
} from './account/closing.ts';
import { connectionAnswerBody, connectionAnswerReply, connectionReply } from './account/connections.ts';
import { legalQuery, legalReply, retentionReply } from './account/legal.ts';
import { pushStateReply, pushSubscriptionBody, pushSubscriptionReply } from './account/push.ts';
import { securityEventsQuery, securityEventsReply } from './account/security-events.ts';
import { endOtherSessionsReply, endSessionReply, sessionsReply } from './account/sessions.ts';
import { takeOutAddressReply, takeOutBody, takeOutReply, takeOutStateReply } from './account/take-out.ts';
import { signOutBody, signOutReply, userInfoReply } from './account/user.ts';
import { adminCalls } from './admin/admin-calls.ts';
import { kindClosuresReply } from './admin/kind-closures.ts';
import {
  audioHistoryQuery,
  audioHistoryReply,
  audioStatusQuery,
  audioStatusReply,
} from './generation/audio.ts';
import {
  batchesQuery,
  batchesReply,
  batchReply,
  cancelBatchReply,
  changeBatchBody,
  createBatchBody,
  pickBody,
  pickStatisticsReply,
  submitBatchReply,
} from './generation/batches.ts';
import {
  frameBody,
  generationReply,
  generationsQuery,
  generationsReply,
  visibilityBody,
} from './generation/generations.ts';
import {
  deleteImagesBody,
  deleteImagesQuery,
  deleteImagesReply,
  downloadImagesBody,
  downloadImagesReply,
  favoriteImageBody,
  favoriteImageReply,
  imageFacetsReply,
  imageHistoryQuery,
  imageHistoryReply,
} from './generation/images.ts';
import {
  lineCancelBody,
  lineChangeReply,
  lineMoveBody,
  linePauseReply,
  lineReply,
  lineStopBody,
} from './generation/line.ts';
import { lineageReply } from './generation/lineage.ts';
import { statusReply } from './generation/model-status.ts';
import { answerBody, answerReply } from './generation/questions.ts';
import { quoteBody, quoteReply } from './generation/quotes.ts';
import { standInBody, standInReply } from './generation/stand-in.ts';
import { createGenerationBody, createReply, submissionBody } from './generation/submissions.ts';
import { captionsReply, transcriptReply } from './generation/transcripts.ts';
import {
  createUnderstandingReply,
  understandingHistoryReply,
  understandingStatusQuery,
  understandingStatusReply,
} from './generation/understanding.ts';
import { uploadImageReply } from './generation/uploads.ts';
import { deleteBody, deleteQuery, deleteReply, historyQuery, videoHistoryReply } from './generation/video.ts';
import { webhookDeliveriesReply, webhookDeliveryReply } from './generation/webhook-deliveries.ts';
import { checkoutBody, checkoutReply, purchaseReply } from './money/checkout.ts';
import {
  creditSummary,
  ledgerGroupsReply,
  ledgerQuery,
  ledgerReply,
  receipt,
  settingsCalls,
  spendingQuery,
  spendingReply,
} from './money/credits.ts';
import { pricingReply } from './money/pricing.ts';
import { refundCreditsBody, refundCreditsReply } from './money/refunds.ts';
import { createCutBody, cutReply, cutsReply } from './work/cuts.ts';
import {
  changeFilmBody,
  createFilmBody,
  createVersionBody,
  filmReply,
  filmsReply,
  filmVersionReply,
  filmVersionsReply,
  makeShotsBody,
  makeShotsReply,
} from './work/films.ts';
import { findFileBody, findFileReply } from './work/find-file.ts';
import {
  libraryChangeBody,
  libraryChangeReply,
  libraryDaysReply,
  libraryDownloadBody,
  libraryFacetsReply,
  libraryFilter,
  libraryMoveReply,
  libraryQuery,
  libraryReply,
  libraryRestoreBody,
  libraryTrashBody,
} from './work/library.ts';
import {
  changeProjectBody,
  createProjectBody,
  deleteProjectReply,
  projectOrderBody,
  projectReply,
  projectsReply,
} from './work/projects.ts';
import { changeShareBody, createShareBody, shareReply, sharesReply } from './work/shares.ts';
import { emptyTrashBody, emptyTrashReply, trashedReply, trashQuery, trashReply } from './work/trash.ts';

type ApiCall = { query?: z.ZodMiniType; body?: z.ZodMiniType; reply: z.ZodMiniType };

/**
 * The calls of our own API that the web client makes, by method and path, and those that create generations. The client is
 * typed by them, and a test of the api holds each against /api/openapi.json.
 */
export const apiCalls = {
  'GET /api/user/info': { reply: userInfoReply },
  'GET /api/user/api-keys': { reply: apiKeysReply },
  'POST /api/user/api-keys': { body: createApiKeyBody, reply: createApiKeyReply },
  'PATCH /api/user/api-keys/{id}': { body: apiKeyBudgetsBody, reply: apiKeyReply },
  'DELETE /api/user/api-keys/{id}': { reply: revokeApiKeyReply },
  'GET /api/approvals': { reply: approvalsReply },
  'GET /api/approvals/{id}': { reply: approvalReply },
  'POST /api/approvals/{id}/answer': { body: approvalAnswerBody, reply: approvalReply },
  'GET /api/connections/{id}': { reply: connectionReply },
  'POST /api/connections/{id}/answer': { body: connectionAnswerBody, reply: connectionAnswerReply },
  ...settingsCalls,
  'GET /api/user/closing': { reply: closingReply },
  'POST /api/user/close': { body: closeAccountBody, reply: closeAccountReply },
  'POST /api/user/keep': { reply: keepAccountReply },
  'GET /api/erasures/{token}': { reply: erasureReply },
  'GET /api/user/sessions': { reply: sessionsReply },
  'DELETE /api/user/sessions': { reply: endOtherSessionsReply },
  'DELETE /api/user/sessions/{id}': { reply: endSessionReply },
  'GET /api/user/push-subscription': { reply: pushStateReply },
  'PUT /api/user/push-subscription': { body: pushSubscriptionBody, reply: pushSubscriptionReply },
  'DELETE /api/user/push-subscription': { reply: pushSubscriptionReply },
  'GET /api/user/security-events': { query: securityEventsQuery, reply: securityEventsReply },
  'POST /api/user/notices/{id}/acknowledge': { reply: acknowledgeNoticeReply },
  'GET /api/user/take-out': { reply: takeOutStateReply },
  'POST /api/user/take-out': { body: takeOutBody, reply: takeOutReply },
  'POST /api/user/take-out/{id}/address': { reply: takeOutAddressReply },
  'POST /api/auth/logout': { body: signOutBody, reply: signOutReply },
  'GET /api/user/webhook-deliveries': { reply: webhookDeliveriesReply },
  'POST /api/user/webhook-deliveries/{id}/redeliver': { reply: webhookDeliveryReply },

  'GET /api/generations': { query: generationsQuery, reply: generationsReply },
  'POST /api/generations': { body: createGenerationBody, reply: createReply },
  'GET /api/generations/{id}': { reply: generationReply },
  'PATCH /api/generations/{id}': { body: visibilityBody, reply: generationReply },
  'POST /api/generations/{id}/cancel': { reply: generationReply },
  'GET /api/generations/{id}/stand-in': { reply: standInReply },
  'POST /api/generations/{id}/stand-in': { body: standInBody, reply: generationReply },
  'POST /api/generations/{id}/frames': { body: frameBody, reply: uploadImageReply },
  'GET /api/generations/{id}/lineage': { reply: lineageReply },
  'GET /api/generations/{id}/transcript': { reply: transcriptReply },
  'GET /api/generations/{id}/captions': { reply: captionsReply },
  'GET /api/generations/{id}/receipt': { reply: receipt },

  'GET /api/shares': { reply: sharesReply },
  'GET /api/generations/{id}/share': { reply: shareReply },
  'POST /api/generations/{id}/share': { body: createShareBody, reply: shareReply },
  'PATCH /api/generations/{id}/share': { body: changeShareBody, reply: shareReply },
  'DELETE /api/generations/{id}/share': { reply: shareReply },

  'GET /api/library': { query: libraryQuery, reply: libraryReply },
  'GET /api/library/facets': { query: libraryFilter, reply: libraryFacetsReply },
  'GET /api/library/days': { query: libraryFilter, reply: libraryDaysReply },
  'POST /api/library/download': { body: libraryDownloadBody, reply: downloadImagesReply },
  'POST /api/library/change': { body: libraryChangeBody, reply: libraryChangeReply },
  'GET /api/projects': { reply: projectsReply },
  'POST /api/projects': { body: createProjectBody, reply: projectReply },
  'PUT /api/projects/order': { body: projectOrderBody, reply: projectsReply },
  'PATCH /api/projects/{id}': { body: changeProjectBody, reply: projectReply },
  'DELETE /api/projects/{id}': { reply: deleteProjectReply },

  'POST /api/generations/{id}/answer': { body: answerBody, reply: answerReply },
  'POST /api/quotes': { body: quoteBody, reply: quoteReply },
  'POST /api/batches': { body: createBatchBody, reply: submitBatchReply },
  'GET /api/batches': { query: batchesQuery, reply: batchesReply },
  'GET /api/batches/statistics': { reply: pickStatisticsReply },
  'GET /api/batches/{id}': { reply: batchReply },
  'PATCH /api/batches/{id}': { body: changeBatchBody, reply: batchReply },
  'PUT /api/batches/{id}/pick': { body: pickBody, reply: batchReply },
  'POST /api/batches/{id}/cancel': { reply: cancelBatchReply },
  'POST /api/batches/{id}/download': { reply: downloadImagesReply },

  'POST /api/wan/createVideo': { body: submissionBody, reply: createReply },
  'GET /api/video-generation/history': { query: historyQuery, reply: videoHistoryReply },
  'DELETE /api/video-generation/delete': { query: deleteQuery, body: deleteBody, reply: deleteReply },

  'POST /api/wan/createImage': { body: submissionBody, reply: createReply },
  'GET /api/image-generation/history': { query: imageHistoryQuery, reply: imageHistoryReply },
  'GET /api/image-generation/facets': { reply: imageFacetsReply },
  'DELETE /api/image-generation/delete': {
    query: deleteImagesQuery,
    body: deleteImagesBody,
    reply: deleteImagesReply,
  },
  'POST /api/image-generation/favorite': { body: favoriteImageBody, reply: favoriteImageReply },
  'POST /api/image-generation/download': { body: downloadImagesBody, reply: downloadImagesReply },

  'POST /api/wan/createAudio': { body: submissionBody, reply: createReply },
  'GET /api/audio-generation/history': { query: audioHistoryQuery, reply: audioHistoryReply },
  'GET /api/audio-generation/status': { query: audioStatusQuery, reply: audioStatusReply },
  'DELETE /api/audio-generation/delete': { query: deleteQuery, body: deleteBody, reply: deleteReply },
  'POST /api/wan/refundCredits': { body: refundCreditsBody, reply: refundCreditsReply },

  'POST /api/image-understanding/create': { body: submissionBody, reply: createUnderstandingReply },
  'GET /api/image-understanding/history': { query: historyQuery, reply: understandingHistoryReply },
  'GET /api/image-understanding/status': {
    query: understandingStatusQuery,
    reply: understandingStatusReply,
  },
  'DELETE /api/image-understanding/delete': { query: deleteQuery, body: deleteBody, reply: deleteReply },

  'POST /api/library/find-file': { body: findFileBody, reply: findFileReply },
  'GET /api/cuts': { reply: cutsReply },
  'POST /api/cuts': { body: createCutBody, reply: cutReply },
  'GET /api/cuts/{id}': { reply: cutReply },
  'POST /api/cuts/{id}/cancel': { reply: cutReply },
  'GET /api/films': { reply: filmsReply },
  'POST /api/films': { body: createFilmBody, reply: filmReply },
  'GET /api/films/{id}': { reply: filmReply },
  'PUT /api/films/{id}': { body: changeFilmBody, reply: filmReply },
  'DELETE /api/films/{id}': { reply: deleteProjectReply },
  'POST /api/films/{id}/make': { body: makeShotsBody, reply: makeShotsReply },
  'POST /api/films/{id}/join': { reply: filmReply },
  'GET /api/films/{id}/versions': { reply: filmVersionsReply },
  'POST /api/films/{id}/versions': { body: createVersionBody, reply: filmVersionReply },
  'POST /api/films/{id}/versions/{version}/restore': { reply: filmReply },

  'GET /api/line': { reply: lineReply },
  'POST /api/line/move': { body: lineMoveBody, reply: lineChangeReply },
  'POST /api/line/cancel': { body: lineCancelBody, reply: lineChangeReply },
  'POST /api/line/pause': { reply: linePauseReply },
  'POST /api/line/resume': { reply: linePauseReply },
  'POST /api/line/stop-after': { body: lineStopBody, reply: lineChangeReply },
  'GET /api/trash': { query: trashQuery, reply: trashReply },
  'GET /api/trash/{id}': { reply: trashedReply },
  'DELETE /api/trash': { body: emptyTrashBody, reply: emptyTrashReply },
  'POST /api/library/trash': { body: libraryTrashBody, reply: libraryMoveReply },
  'POST /api/library/restore': { body: libraryRestoreBody, reply: libraryMoveReply },

  'GET /api/legal/{page}': { query: legalQuery, reply: legalReply },
  'GET /api/retention': { reply: retentionReply },
  'GET /api/pricing': { reply: pricingReply },
  'GET /api/status': { reply: statusReply },
  'GET /api/kinds/closures': { reply: kindClosuresReply },
  'POST /api/checkout': { body: checkoutBody, reply: checkoutReply },
  'GET /api/purchases/{id}': { reply: purchaseReply },
  'GET /api/credits/summary': { reply: creditSummary },
  'GET /api/credits/spending': { query: spendingQuery, reply: spendingReply },
  'GET /api/credits/ledger': { query: ledgerQuery, reply: ledgerReply },
  'GET /api/credits/ledger/groups': { query: ledgerQuery, reply: ledgerGroupsReply },
  ...adminCalls,
} as const satisfies Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`, ApiCall>;

export type ApiCalls = typeof apiCalls;
export type ApiCallName = keyof ApiCalls;

type Part<Name extends ApiCallName, Key extends string> =
  ApiCalls[Name] extends Record<Key, infer Schema> ? Schema : never;

/** Body of a call's answer. */
export type ReplyOf<Name extends ApiCallName> = z.output<ApiCalls[Name]['reply']>;
/** Query or body of a call; never where it takes none. */
export type QueryOf<Name extends ApiCallName> = z.input<Part<Name, 'query'>>;
export type BodyOf<Name extends ApiCallName> = z.input<Part<Name, 'body'>>;
