import { availableParallelism } from 'node:os';
import * as z from 'zod';
import { findInsecure } from './refusals.ts';

const url = (protocols: RegExp, example = 'https://host') =>
  z.url({
    protocol: protocols,
    error: ({ input }) => (input === undefined ? 'is missing' : `must be an address such as ${example}`),
  });
/** 32 random bytes, as `openssl rand -base64 32` writes them. */
const secretKey = z
  .base64({ error: 'must be base64' })
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes, as `openssl rand -base64 32` makes them');
/** Bytes in base64url, as `npx web-push generate-vapid-keys` writes them. */
const base64url = (bytes: number) =>
  z
    .string()
    .refine(
      (text) => /^[\w-]+$/.test(text) && Buffer.from(text, 'base64url').length === bytes,
      `must be ${bytes} bytes in base64url, as \`npx web-push generate-vapid-keys\` makes them`,
    );
/** How others reach the operator. */
const contact = z.string().regex(/^(mailto:[^\s@]+@\S+|https:\/\/\S+)$/, 'must be mailto:… or https://…');
/** Server, port and sign-in of a mail server, and nothing else: options in its address would be ignored. */
const smtpUrl = url(/^smtps?$/, 'smtps://user:password@host:465').refine(
  isMailServer,
  'must be smtp:// or smtps:// with a host, and with user and password or neither, written with %-escapes',
);
/** `address` or `Name <address>`. */
const sender = z
  .string()
  .regex(
    /^(?:[^<>@,;"\r\n]+ <[^\s<>@,;"]+@[^\s<>@,;"]+>|[^\s<>@,;"]+@[^\s<>@,;"]+)$/,
    'must be an address such as no-reply@host, or Name <no-reply@host>',
  );
const databaseUrl = url(/^postgres(ql)?$/, 'postgres://user:password@host/database');
const pooler = z.enum(['none', 'session', 'transaction']);
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter(Boolean),
);

/** Settings that api and worker share (docs/configuration.md). */
export const sharedSettings = z.object({
  ATELIER_ENV: z.enum(['production', 'local']).default('production'),
  /** Lets production start with settings that others could read or forge; each of them is logged as a warning. */
  ALLOW_INSECURE_SETTINGS: flag.default(false),
  DATABASE_URL: databaseUrl,
  REDIS_URL: url(/^rediss?$/, 'redis://host:6379').optional(),
  DATA_DIR: z.string().default('.data'),
  /** Megabytes of 1,048,576 bytes that one file of a result may have; a larger one is no result. */
  LIMIT_RESULT_MB: z.coerce.number().int().min(1).max(2_048).default(1_024),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** S3 and its four settings below; without all five, files lie on disk below DATA_DIR. */
  S3_ENDPOINT: url(/^https?$/).optional(),
  /** Where browsers and fal reach the same bucket; by default S3_ENDPOINT. */
  S3_PUBLIC_ENDPOINT: url(/^https?$/).optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CDN_BASE_URL: url(/^https?$/)
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  PUBLIC_URL: url(/^https?$/)
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Signs the webhooks that we send to users' own servers; without it none are sent. */
  WEBHOOK_SIGNING_KEY: secretKey.optional(),
  /** Key that is still published and no longer signs. */
  WEBHOOK_PREVIOUS_SIGNING_KEY: secretKey.optional(),
  /** Sign the content credentials of every file, as PEM: the key, and its certificate before that of its issuer. */
  C2PA_KEY_FILE: z.string().optional(),
  C2PA_CERTIFICATE_FILE: z.string().optional(),
  /** Earlier certificates, each before that of its issuer: files that were signed with them are still known as ours. */
  C2PA_PREVIOUS_CERTIFICATES_FILE: z.string().optional(),
  /** Hosts with port, or `:*` for any, that may receive webhooks without https and inside our network. */
  WEBHOOK_TRUSTED_HOSTS: list.default([]),
  /** Identify us to browsers' push services (RFC 8292); without both, a pair is made once and stored in the database. */
  VAPID_PUBLIC_KEY: base64url(65).optional(),
  VAPID_PRIVATE_KEY: base64url(32).optional(),
  /** Where a push service reaches the operator; by default PUBLIC_URL. */
  VAPID_SUBJECT: contact.optional(),
  /** The mail server that takes our mails; without it none are sent. */
  SMTP_URL: smtpUrl.optional(),
  /** Sender of our mails. */
  MAIL_FROM: sender.optional(),
  /** How long a generation waits while fal takes no work. */
  PROVIDER_WAIT_HOURS: z.coerce.number().int().min(1).max(168).default(24),
  /** How long a deleted generation can be restored. */
  TRASH_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  /** Generations of one user that have started and not ended. */
  LIMIT_RUNNING: z.coerce.number().int().min(1).default(5),
  /** Off, every reservation, end and event of the provider has a statement and a commit of its own. */
  GROUP_COMMIT: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** A collector that takes OTLP over HTTP; without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?$/, 'http://collector:4318').optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  /** How a pooler at DATABASE_URL, such as PgBouncer, hands out its connections. */
  DATABASE_POOLER: pooler.default('none'),
});

/** Settings of `npm run migrate`. */
export const migrateSettings = z.object({
  /** The role that the processes use. */
  DATABASE_URL: databaseUrl,
  /** A role that owns the schema; the same as above on a server with one role. */
  DATABASE_ADMIN_URL: databaseUrl.optional(),
  DATABASE_POOLER: pooler.optional(),
});

/** Settings of `npm run operator` and `kinds:check`: those of the api for who is an operator and where events go. */
export const operatorSettings = z.object({
  ATELIER_ENV: sharedSettings.shape.ATELIER_ENV,
  DATABASE_URL: databaseUrl,
  DATABASE_POOLER: pooler.optional(),
  REDIS_URL: sharedSettings.shape.REDIS_URL,
  ADMIN_EMAILS: list.default([]),
});

/** fal, or a local server that speaks its protocol. */
export const falSettings = z.object({
  FAL_BASE_URL: url(/^https?$/).optional(),
  FAL_JWKS_URL: url(/^https?$/).default('https://rest.fal.ai/.well-known/jwks.json'),
  /** Our user id at fal: webhooks signed for other accounts are refused. */
  FAL_WEBHOOK_USER_ID: z.string().optional(),
  /** How long fal keeps the files of a generation after its deadline. */
  FAL_FILE_HOURS: z.coerce.number().int().min(1).max(8_760).default(24),
  /** Off, fal keeps neither input nor output of a request, and results come by webhook only. */
  FAL_STORE_PAYLOADS: z.enum(['on', 'off']).default('on'),
});

export const apiSettings = z.object({
  WEB_DIST: z.string().default('web/dist'),
  TRUST_PROXY: z.union([flag, z.string()]).default(false),
  ADMIN_EMAILS: list.default([]),
  OIDC_ISSUER: url(/^https?$/).optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  /** A local server that speaks Stripe's protocol, for a checkout in which no money moves. */
  STRIPE_BASE_URL: url(/^https?$/).optional(),
  /** Days from the closing of an account by its owner to its erasure. */
  ERASURE_DAYS: z.coerce.number().int().min(1).max(30).default(14),
  OPS_WRITABLE: flag.default(false),
  /** Contact in /.well-known/security.txt, which does not exist without it. */
  SECURITY_CONTACT: contact.optional(),
  /** The operator's terms and privacy statement, one Markdown file; without it the pages say that there are none. */
  LEGAL_FILE: z.string().optional(),
  /** How long a stopping api still takes requests while it says that it is not ready. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(15).default(3),
  /** How long the headers of a request may take to arrive, and after them its body. */
  REQUEST_DEADLINE_SECONDS: z.coerce.number().min(0.1).max(300).default(60),
  /** The same for the body of an upload: 50 MB over a very slow connection. */
  UPLOAD_DEADLINE_SECONDS: z.coerce.number().min(0.1).max(3_600).default(900),
  /** How long a direct run waits for its result: less than the proxy in front of the api, which is delivered with 120. */
  RUN_WAIT_SECONDS: z.coerce.number().min(0.1).max(600).default(100),
  /**
   * Connections open at the same time, sockets included. Those of a trusted proxy are not counted. By default 200 and two
   * for each generation that one user may have running and waiting, because each status that is followed can take one.
   */
  LIMIT_CONNECTIONS: z.coerce.number().int().min(1).optional(),
  /** Submissions of one user per minute. */
  LIMIT_CREATE_PER_MINUTE: z.coerce.number().int().min(1).default(20),
  LIMIT_UPLOAD_PER_MINUTE: z.coerce.number().int().min(1).default(30),
  LIMIT_PRESIGN_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  LIMIT_REFUND_PER_MINUTE: z.coerce.number().int().min(1).default(5),
  LIMIT_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  /** Stored files, which pages load in numbers: a full history page is a hundred. */
  LIMIT_FILES_PER_MINUTE: z.coerce.number().int().min(1).default(6_000),
  LIMIT_LOGIN_PER_MINUTE: z.coerce.number().int().min(1).default(10),
  /** Generations of one user that wait for one of the LIMIT_RUNNING places. 0: none waits. */
  LIMIT_WAITING: z.coerce.number().int().min(0).max(10_000).default(1_000),
  /** Sockets of one user at one process. */
  LIMIT_SOCKETS: z.coerce.number().int().min(1).default(20),
});

export const workerSettings = z.object({
  FAL_KEY: z.string({ error: 'is missing; get one at fal.ai, or run the local stack with npm start' }).min(1),
  /** Key with access to fal's bills; without it costs are estimates. */
  FAL_BILLING_KEY: z.string().min(1).optional(),
  /** Whether fal's copies of delivered results, and of what was sent, are deleted. Needs FAL_BILLING_KEY. */
  FAL_DELETE_PAYLOADS: z.enum(['on', 'off']).default('on'),
  WORKER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(() => availableParallelism()),
  /** Niceness of the process that renders cuts and films: 10 takes a tenth of a busy core; above it, it also pauses. */
  RENDER_NICE: z.coerce.number().int().min(0).max(19).default(19),
  /** Port for the worker's metrics; without it the worker does not listen. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Generations whose progress one process follows live; the others are looked at now and then. */
  FOLLOW_LIMIT: z.coerce.number().int().min(0).max(10_000).default(200),
  /** Whether the catalog's kinds are compared once a week with what fal publishes of their endpoints. */
  KINDS_CHECK: z.enum(['on', 'off']).default('off'),
  /** Where fal publishes the schema of an endpoint, and below which its pages for language models are. */
  FAL_SCHEMA_URL: url(/^https?$/).default('https://fal.ai/api/openapi/queue/openapi.json'),
  FAL_MODELS_URL: url(/^https?$/).default('https://fal.ai/models'),
  /** How long the audit log keeps address and browser of an event. */
  AUDIT_ORIGIN_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  /** How long after its deletion a generation that has left the trash keeps its input. */
  ARCHIVE_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
});

function isMailServer(text: string): boolean {
  const { hostname, username, password, pathname, search, hash } = new URL(text);
  if (hostname === '' || !['', '/'].includes(pathname) || search || hash) return false;
  if ((username === '') !== (password === '')) return false;
  try {
    return decodeURIComponent(username + password).length > 0 || username === '';
  } catch {
    // A % that begins no escape.
    return false;
  }
}

type Addressed = Parameters<typeof findInsecure>[0] & { PUBLIC_URL?: string | undefined; PORT: number };

/**
 * Adds the address users use, without a setting this machine's, and what is insecure although this is production: only
 * ALLOW_INSECURE_SETTINGS lets a process start with that.
 */
export function complete<Env extends Addressed>(env: Env) {
  const insecureSettings: readonly string[] = findInsecure(env);
  return { ...env, insecureSettings, PUBLIC_URL: env.PUBLIC_URL ?? `http://localhost:${env.PORT}` };
}
