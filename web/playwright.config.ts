import { prepareBrowser } from '@atelier/dev-stack/browser';
import { defineConfig } from '@playwright/test';

/**
 * Browser tests against the whole local stack, started once for the run. `E2E_BASE_URL=http://localhost:3000`
 * points them at a stack that runs already, which is the quick way to work on one of them; tests that need an old
 * session also read its database's address from `E2E_DATABASE_URL`.
 */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results/browser',
  globalSetup: './e2e/start-stack.ts',
  fullyParallel: true,
  workers: 3,
  // The total names the tests that passed only then, and accepts few of them (`countPlaywright`).
  retries: 1,
  forbidOnly: true,
  // Several times what the slowest test needs on two quiet cores: these end what hangs, on a machine of any speed.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: await prepareBrowser(),
    locale: 'en-US',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    trace: 'on-first-retry',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Animations that only decorate would be drawn sixty times a second; generate-video.spec.ts runs with them.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Requests of a service worker cannot be routed, so it is blocked; install.spec.ts runs with it.
    serviceWorkers: 'block',
  },
});
