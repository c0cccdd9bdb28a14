export type { FalOptions } from './connection.ts';
export { type Failure, keptError, readKeptError } from './failures.ts';
export {
  type ComparedDocuments,
  checkKind,
  type KindCheckAddresses,
  type KindCheckOutcome,
} from './kind-check/check-kind.ts';
export { expectedInput } from './kind-check/expected-input.ts';
export { findDrift } from './kind-check/find-drift.ts';
export { priceSentence } from './kind-check/find-price-change.ts';
export {
  type BillingEvent,
  createPlatform,
  type FalPrice,
  maxRequestIds,
  type Platform,
  type PlatformOptions,
} from './platform.ts';
export { createProvider, type FalRequest, type FalResult, type Provider } from './provider.ts';
export type { FalProgress } from './read-progress.ts';
export type { EndpointSchema, SchemaField, Shape } from './schema/endpoint-schema.ts';
export { readOpenApi } from './schema/read-openapi.ts';
export { createWebhookSigner, type WebhookSigner } from './sign-webhook.ts';
export type { Submission, SubmitOutcome } from './submit.ts';
export { ProviderHeldError, type Verdict, type VerdictCode, verdictRules } from './verdicts.ts';
export { type FalWebhook, parseWebhook, verifyWebhook } from './webhook.ts';
export { createWebhookKeys, type WebhookKeys } from './webhook-keys.ts';
