export { type FalEmulator, startFalEmulator } from './fal-emulator/start-fal-emulator.ts';
export { localSubject, readyAccounts } from './openid/accounts.ts';
export { type OpenidProvider, type OpenidProviderOptions, startOpenidProvider } from './openid-provider.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './postgres.ts';
export { seedLocalAccounts } from './seed.ts';
export { type Stack, type StackOptions, startStack } from './start-stack.ts';
export { ensureWebBuild } from './supervisor/build-web.ts';
export {
  type CheckoutEvent,
  completedEvent,
  disputeEvent,
  expiredEvent,
  failedEvent,
  refundedEvent,
} from './test-checkout/events.ts';
export { signEvent } from './test-checkout/send-event.ts';
export { startTestCheckout, type TestCheckout } from './test-checkout.ts';
export { createTestDatabase, createTestFolder, type TestDatabase, testRedisUrl } from './testing.ts';
