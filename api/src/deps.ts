import { type Audit, createAudit } from '@atelier/audit';
import {
  createGenerationFinder,
  createKeyOwnerFinder,
  createPayerAllowanceFinder,
  createTokenOwnerFinder,
  type GenerationFinder,
  groupProviderEvents,
  groupReservations,
  type KeyOwnerFinder,
  type PayerAllowanceFinder,
  type ReserveGeneration,
  type StoreProviderEvent,
} from '@atelier/db';
import { type ApiEnv, readSigningFiles } from '@atelier/env';
import { createWebhookKeys, createWebhookSigner, type WebhookKeys, type WebhookSigner } from '@atelier/fal';
import { connectStores, DurationCache, type Stores } from '@atelier/generations';
import { createLog, type Log } from '@atelier/log';
import { createMailLinks, type MailLinks } from '@atelier/mail';
import { createFileSigner, createMediaProcess, type FileSigner, type MediaProcess } from '@atelier/media';
import { createPushKeys, type PushKeys } from '@atelier/push';
import { type CheckedStore, createMediaAddresses, createStore, type MediaAddresses } from '@atelier/storage';
import { noTelemetry, type Telemetry } from '@atelier/telemetry';
import { createIdentityProvider, type IdentityProvider } from './modules/auth/identity-provider.ts';
import { createSessions, type Sessions } from './modules/auth/sessions.ts';
import { createPayments, type Payments } from './modules/checkout/payments.ts';
import { createDownloadPace, type DownloadPace } from './modules/downloads/download-pace.ts';
import { createQueueHealth, type QueueHealth } from './modules/ops/queue-health.ts';
import type { StoredUpload } from './modules/uploads/stored-upload.ts';

export type ApiDeps = Stores & {
  env: ApiEnv;
  /** Reserves submissions, those that come at the same time in one statement. */
  reserve: ReserveGeneration;
  findKeyOwner: KeyOwnerFinder;
  /** The same by the access token of a program that signed in. */
  findTokenOwner: KeyOwnerFinder;
  findGeneration: GenerationFinder;
  /** Finds how much an account and its key may still reserve. */
  findPayerAllowance: PayerAllowanceFinder;
  /** Stores what fal's webhooks say, those that come at the same time in one statement. */
  acceptProviderEvent: StoreProviderEvent;
  queueHealth: QueueHealth;
  store: CheckedStore;
  media: MediaProcess;
  /** Converts what downloads are made of, at low priority and apart from uploads, which would wait behind them. */
  zipMedia: MediaProcess;
  /** Writes videos again with their captions, which takes so long that zips would wait. */
  captionMedia: MediaProcess;
  pace: DownloadPace;
  /** Signs what downloads are made of. Undefined without a certificate. */
  signer: FileSigner | undefined;
  mediaAddresses: MediaAddresses;
  /** fal's public keys, which verify its webhooks. */
  webhookKeys: WebhookKeys;
  /** Signs our webhooks. Undefined without a signing key: submissions with a webhook_url are refused. */
  webhookSigner: WebhookSigner | undefined;
  pushKeys: PushKeys;
  /** Links in mails; undefined without a mail server, when no mail is written or announced. */
  mailLinks: MailLinks | undefined;
  sessions: Sessions;
  identityProvider: IdentityProvider;
  /** Payment provider; undefined without Stripe's settings, when nothing can be bought. */
  payments: Payments | undefined;
  /** How long generations take lately. */
  durations: DurationCache;
  log: Log;
  audit: Audit;
  telemetry: Telemetry;
  /** Whether this process is stopping; see plugins/drain.ts. */
  drain: { hasBegun: boolean };
  /** Checks of uploads by their id, and frames by their key, in progress: concurrent requests for the same one share it. */
  uploadChecks: Map<string, Promise<StoredUpload>>;
  frameWrites: Map<string, Promise<void>>;
  mediaUrl: (key: string) => string;
  close: () => Promise<void>;
};

/** A user waits for a download, so that its conversion takes a tenth of a busy core. */
const downloadNiceness = 10;

/** The only place that creates the API's clients; `realtime` is added once there is an HTTP server. */
export function createDeps(env: ApiEnv, telemetry: Telemetry = noTelemetry): ApiDeps {
  const log = createLog({ service: 'api', level: env.LOG_LEVEL });
  const { closeStores, ...stores } = connectStores(env, { service: 'atelier-api', log, telemetry });
  const isGrouped = env.GROUP_COMMIT === 'on';
  const audit = createAudit({ db: stores.db, log });
  const media = createMediaProcess();
  const zipMedia = createMediaProcess({ niceness: downloadNiceness });
  const captionMedia = createMediaProcess({ niceness: downloadNiceness });
  const signer = createFileSigner({
    credentials: readSigningFiles(env),
    // A download is sent unsigned rather than not at all.
    onUnsigned: (outcome, err) => log.warn({ err, outcome }, 'a download stays without content credentials'),
  });
  const mediaAddresses = createMediaAddresses(env);
  const durations = new DurationCache({ db: stores.db, log });
  return {
    ...stores,
    env,
    reserve: groupReservations(stores.db.pool, { isGrouped }),
    ...createFinders(stores, env),
    acceptProviderEvent: groupProviderEvents(stores.db.pool, { isGrouped }),
    queueHealth: createQueueHealth(stores.queue),
    store: createStore(env),
    media,
    zipMedia,
    captionMedia,
    pace: createDownloadPace(),
    signer,
    mediaAddresses,
    webhookKeys: createWebhookKeys(env.FAL_JWKS_URL),
    webhookSigner:
      env.WEBHOOK_SIGNING_KEY &&
      createWebhookSigner({ key: env.WEBHOOK_SIGNING_KEY, previousKey: env.WEBHOOK_PREVIOUS_SIGNING_KEY }),
    pushKeys: createPushKeys(stores.db.pool, env),
    mailLinks: env.SMTP_URL ? createMailLinks(stores.db.pool, env) : undefined,
    sessions: createSessions(stores.db, {
      isSecure: env.PUBLIC_URL.startsWith('https:'),
      adminEmails: env.ADMIN_EMAILS,
    }),
    identityProvider: createIdentityProvider(env),
    payments: createPayments(env),
    durations,
    log,
    audit,
    telemetry,
    drain: { hasBegun: false },
    uploadChecks: new Map(),
    frameWrites: new Map(),
    mediaUrl: mediaAddresses.formatUrl,
    async close() {
      await Promise.all([media.close(), zipMedia.close(), captionMedia.close(), signer?.close()]);
      await Promise.all([audit.close(), durations.close()]);
      await closeStores();
      await telemetry.close();
    },
  };
}

/** Look-ups that requests which come at the same time share. */
function createFinders({ db: { pool } }: Stores, env: ApiEnv) {
  const limits = { maxRunning: env.LIMIT_RUNNING, maxWaiting: env.LIMIT_WAITING };
  return {
    findKeyOwner: createKeyOwnerFinder(pool),
    findTokenOwner: createTokenOwnerFinder(pool),
    findGeneration: createGenerationFinder(pool),
    findPayerAllowance: createPayerAllowanceFinder(pool, limits),
  };
}
