export { localSubject, readyAccounts } from './openid/accounts.ts';
export {
  type OpenidProvider,
  type OpenidProviderOptions,
  startOpenidProvider,
} from './openid/openid-provider.ts';
export { seedLocalAccounts } from './seed.ts';
export { type Stack, type StackOptions, startStack } from './start-stack.ts';
export { ensureWebBuild } from './supervisor/build-web.ts';
export { childEnv } from './supervisor/child-env.ts';
export { type ManagedProcess, type ProcessEnd, startProcess } from './supervisor/managed-process.ts';
export { onNpmEnd } from './supervisor/on-npm-end.ts';
export { repositoryRoot, type Settings } from './supervisor/settings.ts';
export { readWebhookKey } from './supervisor/webhook-key.ts';
export {
  type CheckoutEvent,
  completedEvent,
  disputeEvent,
  expiredEvent,
  failedEvent,
  refundedEvent,
  refundFailedEvent,
} from './test-checkout/events.ts';
export { signEvent } from './test-checkout/send-event.ts';
export { startTestCheckout, type TestCheckout } from './test-checkout/test-checkout.ts';
export { createTestDatabase, createTestFolder, type TestDatabase, testRedisUrl } from './testing.ts';
