import { join } from 'node:path';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { type OpenidProvider, startOpenidProvider } from '../openid-provider.ts';
import { seedLocalAccounts } from '../seed.ts';
import { startTestCheckout, type TestCheckout } from '../test-checkout.ts';
import { chooseInnerPort } from './choose-port.ts';
import type { StackPlan } from './open-stack.ts';
import { openProcessLog } from './process-log.ts';
import { type RememberedPorts, readRememberedPorts, writeRememberedPorts } from './remembered-ports.ts';
import { readEmulatorSpeed } from './settings.ts';
import { type Database, startDatabase } from './start-database.ts';
import type { Teardown } from './teardown.ts';

export type Services = {
  database: Database;
  emulator: FalEmulator | undefined;
  openid: OpenidProvider | undefined;
  checkout: TestCheckout | undefined;
};

/** A line for the terminal from one of the parts. */
export type TellLine = (part: string, line: string) => void;

/**
 * Starts what api and worker need. Emulator, OpenID provider and test checkout live in this very process and not in a
 * child: tests reach their controls directly, there is one process less to watch over, and the emulator makes its
 * media elsewhere.
 */
export async function startServices(plan: StackPlan, teardown: Teardown, tell: TellLine): Promise<Services> {
  const ports = await chooseServicePorts(plan);
  const [database, emulator, openid, checkout] = await allOrNone([
    openDatabase(plan, teardown, tell),
    plan.parts.emulator ? openEmulator(plan, ports.emulator, teardown) : undefined,
    plan.parts.openid ? openOpenid(plan, ports.openid, teardown) : undefined,
    plan.parts.checkout ? openCheckout(plan, ports.checkout, teardown, tell) : undefined,
  ]);
  if (openid !== undefined)
    await seedLocalAccounts({ databaseUrl: database.adminUrl, issuer: openid.issuer });
  return { database, emulator, openid, checkout };
}

/** Like `Promise.all`, but waits for the others when one fails, so that nothing is still starting afterwards. */
export async function allOrNone<T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

async function chooseServicePorts(plan: StackPlan): Promise<Required<RememberedPorts>> {
  const remembered = readRememberedPorts(plan.dataDir);
  const ports = {
    emulator: await chooseInnerPort(remembered.emulator),
    openid: await chooseInnerPort(remembered.openid),
    checkout: await chooseInnerPort(remembered.checkout),
  };
  writeRememberedPorts(plan.dataDir, ports);
  return ports;
}

async function openDatabase(plan: StackPlan, teardown: Teardown, tell: TellLine): Promise<Database> {
  const database = await startDatabase({
    settings: plan.settings,
    dataDir: plan.dataDir,
    logFolder: plan.logFolder,
    isEmbedded: plan.parts.postgres,
    isTemporary: plan.isTemporary,
    onImportant: (line) => tell('postgres', line),
  });
  teardown.add('postgres', () => database.stop());
  return database;
}

async function openEmulator(plan: StackPlan, port: number, teardown: Teardown): Promise<FalEmulator> {
  // Its lines are for the file: a prompt that is meant to fail is no news for the terminal.
  const log = openProcessLog(plan.logFolder, 'emulator', () => undefined);
  const emulator = await startFalEmulator({
    port,
    speed: readEmulatorSpeed(plan.settings),
    cacheDir: join(plan.dataDir, 'emulator'),
    onLog: (line) => log.write(line),
  });
  teardown.add('emulator', async () => {
    await emulator.close();
    log.close();
  });
  return emulator;
}

async function openOpenid(plan: StackPlan, port: number, teardown: Teardown): Promise<OpenidProvider> {
  const openid = await startOpenidProvider({ port, redirectUris: [`${plan.publicUrl}/api/auth/callback`] });
  teardown.add('openid', () => openid.close());
  return openid;
}

async function openCheckout(
  plan: StackPlan,
  port: number,
  teardown: Teardown,
  tell: TellLine,
): Promise<TestCheckout> {
  const checkout = await startTestCheckout({
    port,
    webhookUrl: `${plan.publicUrl}/api/checkout/webhook`,
    onProblem: (error) => tell('checkout', error.message),
  });
  teardown.add('checkout', () => checkout.close());
  return checkout;
}
