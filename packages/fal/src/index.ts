export type { FalOptions } from './connection.ts';
export { type Failure, type FieldReason, keptError, readKeptError } from './failures.ts';
export { createProvider, type FalRequest, type FalResult, type Provider } from './provider.ts';
export type { FalProgress } from './read-progress.ts';
export { createWebhookSigner, type WebhookSigner } from './sign-webhook.ts';
export type { Submission, SubmitOutcome } from './submit.ts';
export { type FalWebhook, parseWebhook, verifyWebhook } from './webhook.ts';
export { createWebhookKeys, type WebhookKeys } from './webhook-keys.ts';
