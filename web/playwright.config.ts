import { prepareBrowser } from '@atelier/dev-stack/browser';
import { defineConfig } from '@playwright/test';

/**
 * Browser tests against the whole local stack, started once for the run. `E2E_BASE_URL=http://localhost:3000`
 * points them at a stack that runs already, which is the quick way to work on one of them.
 */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results/browser',
  globalSetup: './e2e/start-stack.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    launchOptions: await prepareBrowser(),
    locale: 'en-US',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
