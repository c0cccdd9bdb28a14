import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { systemErrorCode } from '@atelier/local-postgres';
import { type OpenidProvider, startOpenidProvider } from '../openid/openid-provider.ts';
import { seedLocalAccounts } from '../seed.ts';
import { startTestCheckout, type TestCheckout } from '../test-checkout/test-checkout.ts';
import { chooseInnerPort } from './choose-port.ts';
import type { StackPlan } from './open-stack.ts';
import { openProcessLog } from './process-log.ts';
import { readEmulatorSpeed } from './settings.ts';
import { type Database, startDatabase } from './start-database.ts';
import { allOrNone, type Teardown } from './teardown.ts';

export type Services = {
  database: Database;
  emulator: FalEmulator | undefined;
  openid: OpenidProvider | undefined;
  checkout: TestCheckout | undefined;
};

export type EmulatorMedia = Pick<Parameters<typeof startFalEmulator>[0], 'mediaDir' | 'picturesPerSecond'>;

/** Prints a line of one of the parts in the terminal. */
export type PartLogger = (part: string, line: string) => void;

/**
 * Starts what api and worker need. Emulator, OpenID provider and test checkout run in this process: tests can use their
 * controls directly, there are fewer processes to supervise, and the emulator makes its media in child processes anyway.
 */
export async function startServices(
  plan: StackPlan,
  teardown: Teardown,
  logLine: PartLogger,
  emulatorMedia?: EmulatorMedia,
): Promise<Services> {
  const ports = await chooseServicePorts(plan);
  const [database, emulator, openid, checkout] = await allOrNone([
    openDatabase(plan, teardown, logLine),
    plan.parts.emulator ? openEmulator(plan, ports.emulator, emulatorMedia, teardown) : undefined,
    plan.parts.openid ? openOpenid(plan, ports.openid, teardown) : undefined,
    plan.parts.checkout ? openCheckout(plan, ports.checkout, teardown, logLine) : undefined,
  ]);
  if (openid !== undefined)
    await seedLocalAccounts({ databaseUrl: database.adminUrl, issuer: openid.issuer });
  return { database, emulator, openid, checkout };
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

async function openDatabase(plan: StackPlan, teardown: Teardown, logLine: PartLogger): Promise<Database> {
  const database = await startDatabase({
    settings: plan.settings,
    dataDir: plan.dataDir,
    logFolder: plan.logFolder,
    isEmbedded: plan.parts.postgres,
    isTemporary: plan.isTemporary,
    onImportant: (line) => logLine('postgres', line),
  });
  teardown.add('postgres', () => database.stop());
  return database;
}

async function openEmulator(
  plan: StackPlan,
  port: number,
  media: EmulatorMedia | undefined,
  teardown: Teardown,
): Promise<FalEmulator> {
  // Only logged to the file: prompts that fail on purpose do not belong in the terminal.
  const log = openProcessLog(plan.logFolder, 'emulator', () => undefined);
  const emulator = await startFalEmulator({
    port,
    speed: readEmulatorSpeed(plan.settings),
    cacheDir: join(plan.dataDir, 'emulator'),
    ...media,
    onLog: (line) => log.write(line),
  });
  teardown.add('emulator', async () => {
    await emulator.close();
    await log.close();
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
  logLine: PartLogger,
): Promise<TestCheckout> {
  const checkout = await startTestCheckout({
    port,
    webhookUrl: `${plan.publicUrl}/api/checkout/webhook`,
    onProblem: (error) => logLine('checkout', error.message),
  });
  teardown.add('checkout', () => checkout.close());
  return checkout;
}

/** Ports are kept across restarts because stored addresses (the issuer, the emulator's files) contain them. */
type RememberedPorts = {
  emulator?: number;
  openid?: number;
  checkout?: number;
};

function readRememberedPorts(dataDir: string): RememberedPorts {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'ports.json'), 'utf8')) as RememberedPorts;
  } catch (error) {
    // Missing at the first start; a damaged file costs only the old port numbers.
    if (systemErrorCode(error) === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

function writeRememberedPorts(dataDir: string, ports: RememberedPorts): void {
  const draft = join(dataDir, `ports.json.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(ports)}\n`);
  renameSync(draft, join(dataDir, 'ports.json'));
}
