import type { GenerationRow } from '@atelier/db';
import { isStoreReachable, readSigningFiles, type WorkerEnv, webhookBaseUrl } from '@atelier/env';
import {
  createPlatform,
  createProvider,
  createWebhookSigner,
  type KindCheckAddresses,
  type Platform,
  type Provider,
  type WebhookSigner,
} from '@atelier/fal';
import { connectStores, DurationCache, type Stores } from '@atelier/generations';
import { createLog, type Log } from '@atelier/log';
import { createMailer, createMailLinks, type Mailer, type MailLinks } from '@atelier/mail';
import { createFileSigner, createMediaProcess, type FileSigner, type MediaProcess } from '@atelier/media';
import { createPushKeys, type PushKeys } from '@atelier/push';
import { createEmitter, type Emitter } from '@atelier/realtime';
import {
  type CheckedStore,
  createMediaAddresses,
  createStore,
  getWorkFolder,
  type guardedPost,
  type MediaAddresses,
  type ResultRules,
} from '@atelier/storage';
import { noTelemetry, type Telemetry } from '@atelier/telemetry';
import { type BreakerDeps, reportVerdict } from './breakers/report-verdict.ts';
import { createSubmissionGate, type SubmissionGate } from './breakers/submission-gate.ts';
import { createFinishing, type Finishing } from './generations/finishing.ts';
import { createFollower, type Follower } from './generations/follow-progress.ts';
import { createMetrics, type WorkerMetrics } from './process/metrics.ts';
import { traceProvider } from './process/trace-provider.ts';

export type WorkerSettings = {
  /** Base address of webhooks. When absent, fal cannot reach us, and only polling finds the end of a generation. */
  webhookBaseUrl: string | undefined;
  /** Whether fal can read files where the store serves them. */
  isStoreReachable: boolean;
  /** Limits of result downloads: hosts, size and pace. */
  resultRules: ResultRules;
  /** Servers that may receive webhooks and push messages, and their time to answer. */
  webhookRules: Parameters<typeof guardedPost>[2];
  /** Days for which the audit log keeps the origin of an event. */
  auditOriginDays: number;
  /** Days for which a deleted generation can be restored. */
  trashDays: number;
  /** Days for which a deleted generation keeps its input. */
  archiveDays: number;
  /** The address of this deployment, which signs statements. */
  publicUrl: string;
  /** Hours for which a generation waits for the provider before its credits are released. */
  providerWaitHours: number;
  /** Addresses of fal's schemas and prices. When undefined, kinds are not compared with them. */
  kindsCheck: KindCheckAddresses | undefined;
  /** Whether an unverified kind is closed until it is verified: in production. */
  closesUnverified: boolean;
  /** Whether fal's copies of delivered results are deleted. */
  deletesPayloads: boolean;
  /** Folder of files on their way from the provider to the store. */
  workDir: string;
  dataDir: string;
};

export type WorkerDeps = Stores & {
  provider: Provider;
  /** fal's prices, bills and balance; undefined without a key for them. */
  platform: Platform | undefined;
  /** Signer of webhooks; undefined when none are sent. */
  webhookSigner: WebhookSigner | undefined;
  pushKeys: PushKeys;
  /** Mail server; undefined when no mail is sent. */
  mailer: Mailer | undefined;
  mailLinks: MailLinks;
  store: CheckedStore;
  mediaAddresses: MediaAddresses;
  mediaUrl: MediaAddresses['formatUrl'];
  media: MediaProcess;
  /** Renders cuts, one at a time, while other processes come first. */
  renderer: Pick<MediaProcess, 'renderCut' | 'close'>;
  /** Signer of files; undefined without a certificate, when files stay as the provider made them. */
  signer: FileSigner | undefined;
  realtime: Emitter;
  follower: Follower;
  finishing: Finishing;
  submissionGate: SubmissionGate;
  metrics: WorkerMetrics;
  durations: DurationCache;
  onGenerationEnded: (row: GenerationRow) => void;
  onPlaceGiven: WorkerMetrics['slotFilled'];
  /** Counts failed rows of a duty of the sweeper. */
  onItemsFailed?: (count: number) => void;
  log: Log;
  telemetry: Telemetry;
  settings: WorkerSettings;
  close: () => Promise<void>;
};

type Replacements = Partial<Pick<WorkerDeps, 'media' | 'realtime' | 'store' | 'telemetry'>>;

/** Creates the worker's clients, in this place only. Tests replace some of them. */
export function createDeps(env: WorkerEnv, replacements: Replacements = {}): WorkerDeps {
  const log = createLog({ service: 'worker', level: env.LOG_LEVEL });
  const { telemetry = noTelemetry } = replacements;
  const { closeStores, ...stores } = connectStores(env, { service: 'atelier-worker', log, telemetry });
  const realtime = createEmitter({
    ...(env.REDIS_URL ? { redisUrl: env.REDIS_URL } : { pool: stores.db.pool }),
    onError: (error, where) => log.warn({ err: error, where }, 'event not sent'),
  });
  const mediaAddresses = createMediaAddresses(env);
  const store = replacements.store ?? createStore(env);
  const signer = createFileSigner({
    credentials: readSigningFiles(env),
    // A file is delivered unsigned rather than not at all.
    onUnsigned: (outcome, err) => log.warn({ err, outcome }, 'a file stays without content credentials'),
  });
  const metrics = createMetrics({ ...stores, store, log, signer });
  const durations = new DurationCache({ db: stores.db, log });
  const deps = {
    ...stores,
    provider: connectProvider(env, { ...stores, log, realtime, telemetry }),
    platform: connectPlatform(env),
    webhookSigner: env.WEBHOOK_SIGNING_KEY && createWebhookSigner({ key: env.WEBHOOK_SIGNING_KEY }),
    pushKeys: createPushKeys(stores.db.pool, env),
    mailer: connectMailer(env),
    mailLinks: createMailLinks(stores.db.pool, env),
    store,
    mediaAddresses,
    mediaUrl: mediaAddresses.formatUrl,
    media: createMediaProcess({ processes: Math.min(2, env.WORKER_CONCURRENCY) }),
    renderer: createMediaProcess({ niceness: env.RENDER_NICE }),
    signer,
    realtime,
    metrics,
    durations,
    onGenerationEnded: (row: GenerationRow) => {
      metrics.generationEnded(row);
      durations.learn(row);
    },
    onPlaceGiven: metrics.slotFilled,
    finishing: createFinishing(),
    submissionGate: createSubmissionGate(),
    log,
    telemetry,
    settings: readSettings(env),
    ...replacements,
  };
  const follower = createFollower(deps, env.FOLLOW_LIMIT);
  const close = async () => {
    follower.close();
    await Promise.all([deps.media.close(), deps.renderer.close(), signer?.close()]);
    await durations.close();
    await deps.realtime.close();
    await closeStores();
    await telemetry.close();
  };
  return { ...deps, follower, close };
}

/** fal, whose answers about our account open the breaker whichever call they come to. */
function connectProvider(
  env: WorkerEnv,
  { telemetry, ...deps }: BreakerDeps & { telemetry: Telemetry },
): Provider {
  const options = {
    key: env.FAL_KEY,
    baseUrl: env.FAL_BASE_URL,
    timeoutMs: 20_000,
    fileHours: env.FAL_FILE_HOURS,
    storesPayloads: env.FAL_STORE_PAYLOADS === 'on',
  };
  const provider = createProvider(options, (verdict) => {
    reportVerdict(deps, verdict, '').catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a verdict of the provider was not noted'),
    );
  });
  return traceProvider(provider, telemetry);
}

function connectPlatform({ FAL_BILLING_KEY, FAL_BASE_URL }: WorkerEnv): Platform | undefined {
  if (!FAL_BILLING_KEY) return undefined;
  return createPlatform({ key: FAL_BILLING_KEY, baseUrl: FAL_BASE_URL, timeoutMs: 20_000 });
}

function connectMailer({ SMTP_URL, MAIL_FROM }: WorkerEnv): Mailer | undefined {
  return SMTP_URL && MAIL_FROM ? createMailer({ SMTP_URL, MAIL_FROM }) : undefined;
}

/**
 * fal's media hosts, or the one of the server that replaces fal (docs/fal.md). The largest file that may be set takes
 * less than an hour at the slowest pace: what is older in the folder for files on their way is taken for left over.
 */
function toResultRules({ FAL_BASE_URL, LIMIT_RESULT_MB }: WorkerEnv): ResultRules {
  return {
    allowedHosts: FAL_BASE_URL ? [new URL(FAL_BASE_URL).host] : ['.fal.media'],
    maxBytes: LIMIT_RESULT_MB * 1_048_576,
    idleMs: 30_000,
    patienceMs: 120_000,
    bytesPerSecond: 1_000_000,
  };
}

function readSettings(env: WorkerEnv): WorkerSettings {
  return {
    webhookBaseUrl: webhookBaseUrl(env),
    isStoreReachable: isStoreReachable(env),
    resultRules: toResultRules(env),
    webhookRules: { trustedHosts: env.WEBHOOK_TRUSTED_HOSTS, timeoutMs: 15_000 },
    auditOriginDays: env.AUDIT_ORIGIN_DAYS,
    trashDays: env.TRASH_DAYS,
    archiveDays: env.ARCHIVE_DAYS,
    publicUrl: env.PUBLIC_URL,
    providerWaitHours: env.PROVIDER_WAIT_HOURS,
    kindsCheck:
      env.KINDS_CHECK === 'on' ? { schemaUrl: env.FAL_SCHEMA_URL, modelsUrl: env.FAL_MODELS_URL } : undefined,
    closesUnverified: env.ATELIER_ENV === 'production',
    deletesPayloads: env.FAL_DELETE_PAYLOADS === 'on',
    workDir: getWorkFolder(env),
    dataDir: env.DATA_DIR,
  };
}
