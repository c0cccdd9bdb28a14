/** Playwright's global setup: starts the whole stack with fast generations, unless E2E_BASE_URL names a running one. */
export default async function startStackForRun(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_BASE_URL) return undefined;
  const { startStack } = await import('@atelier/dev-stack');
  // All tests send their requests from one IP address, and a few accounts create everything.
  const settings = {
    LIMIT_REQUESTS_PER_MINUTE: '100000',
    LIMIT_LOGIN_PER_MINUTE: '1000',
    LIMIT_CREATE_PER_MINUTE: '1000',
    LIMIT_UPLOAD_PER_MINUTE: '1000',
    LIMIT_RUNNING: '60',
  };
  const stack = await startStack({ queueBackend: 'postgres', emulatorSpeed: 0.1, settings });
  // Workers inherit the environment; it is the only thing that reaches them from here.
  process.env.E2E_BASE_URL = stack.url;
  process.env.E2E_DATABASE_URL = stack.databaseUrl;
  return () => stack.stop();
}
