import { createECDH } from 'node:crypto';
import type { Variables } from './read-env.ts';
import { webhookBaseUrl } from './webhook-address.ts';

/** Production talks to fal itself: a server that only speaks its protocol would take jobs and deliver inventions. */
export function refuseFal(env: Variables): string[] {
  return isProduction(env) && env.FAL_BASE_URL ? ['FAL_BASE_URL: is for local use only'] : [];
}

/**
 * Requires webhooks when payloads are not stored: fal then has a large result for minutes only, which polling would
 * miss while we are down.
 */
export function refusePayloads({ FAL_STORE_PAYLOADS, PUBLIC_URL = '', FAL_BASE_URL }: Variables): string[] {
  if (FAL_STORE_PAYLOADS !== 'off' || FAL_BASE_URL) return [];
  const hasWebhooks = URL.canParse(PUBLIC_URL) && webhookBaseUrl({ PUBLIC_URL }) !== undefined;
  return hasWebhooks ? [] : ['FAL_STORE_PAYLOADS: off needs a PUBLIC_URL to which fal can send webhooks'];
}

/** Sign-in needs one whole set of settings, over https in production. Half a set is a mistake, not a choice. */
export function refuseSignIn(env: Variables): string[] {
  const oidc = [env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET];
  const google = [env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET];
  const problems: string[] = [];
  if (isPartial(oidc))
    problems.push('OIDC_ISSUER: needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together');
  if (isPartial(google))
    problems.push('GOOGLE_CLIENT_ID: needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET together');
  if (![...oidc, ...google].some(Boolean)) {
    problems.push(
      'OIDC_ISSUER: give OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or the two GOOGLE_ settings',
    );
  }
  if (isProduction(env) && env.OIDC_ISSUER?.toLowerCase().startsWith('http:'))
    problems.push('OIDC_ISSUER: must be https in production');
  return problems;
}

const storageNames = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];

/** A bucket needs all of its settings: with half of them files would silently go to this machine's disk. */
export function refuseStorage(env: Variables): string[] {
  const missing = storageNames.filter((name) => !env[name]);
  const isNone = missing.length === storageNames.length && !env.S3_PUBLIC_ENDPOINT;
  const isWhole = missing.length === 0 || isNone;
  return isWhole ? [] : missing.map((name) => `${name}: is missing; S3 storage needs all five settings`);
}

/**
 * Payments need both of Stripe's settings, and in production Stripe itself: a test checkout would give credits away.
 */
export function refusePayments(env: Variables): string[] {
  const stripe = [env.STRIPE_SECRET_KEY, env.STRIPE_WEBHOOK_SECRET];
  const problems: string[] = [];
  if (isPartial(stripe) || (env.STRIPE_BASE_URL && !stripe.some(Boolean)))
    problems.push('STRIPE_SECRET_KEY: needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET together');
  if (!isProduction(env)) return problems;
  if (env.STRIPE_BASE_URL) problems.push('STRIPE_BASE_URL: is for local use only');
  if (!stripe.some(Boolean) && !env.STRIPE_BASE_URL)
    problems.push('STRIPE_SECRET_KEY: is missing; the test checkout is for local use only');
  return problems;
}

/** Refuses webhooks into our own network in production, and a previous signing key without a current one. */
export function refuseWebhooks(env: Variables): string[] {
  const problems: string[] = [];
  if (isProduction(env) && env.WEBHOOK_TRUSTED_HOSTS)
    problems.push('WEBHOOK_TRUSTED_HOSTS: is for local use only');
  if (env.WEBHOOK_PREVIOUS_SIGNING_KEY && !env.WEBHOOK_SIGNING_KEY)
    problems.push('WEBHOOK_PREVIOUS_SIGNING_KEY: needs WEBHOOK_SIGNING_KEY');
  return problems;
}

/**
 * Requires Redis behind a pooler in transaction mode, where no connection can listen. Migrations need a connection to
 * PostgreSQL itself.
 */
export function refusePooler({ DATABASE_POOLER, REDIS_URL }: Variables): string[] {
  const isPossible = DATABASE_POOLER !== 'transaction' || REDIS_URL;
  return isPossible
    ? []
    : ['DATABASE_POOLER: transaction needs REDIS_URL; jobs and events on PostgreSQL need the mode session'];
}

/** A server without a sender, or a sender without a server, sends nothing. */
export function refuseMail({ SMTP_URL, MAIL_FROM }: Variables): string[] {
  return isPartial([SMTP_URL, MAIL_FROM]) ? ['SMTP_URL: needs SMTP_URL and MAIL_FROM together'] : [];
}

/** Half a pair, or halves of two, would be found out by the first push service only. */
export function refusePush({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Variables): string[] {
  if (isPartial([VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY]))
    return ['VAPID_PUBLIC_KEY: needs VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY together'];
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || derivePublicKey(VAPID_PRIVATE_KEY) === VAPID_PUBLIC_KEY)
    return [];
  return ['VAPID_PUBLIC_KEY: does not belong to VAPID_PRIVATE_KEY'];
}

/** Returns undefined when the text is no private key of P-256. */
function derivePublicKey(privateKey: string): string | undefined {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
    return curve.getPublicKey('base64url');
  } catch {
    // The caller says that it does not fit.
    return undefined;
  }
}

type AddressSettings = Partial<
  Record<
    | 'ATELIER_ENV'
    | 'PUBLIC_URL'
    | 'FAL_JWKS_URL'
    | 'FAL_WEBHOOK_USER_ID'
    | 'S3_ENDPOINT'
    | 'S3_PUBLIC_ENDPOINT'
    | 'CDN_BASE_URL',
    string | undefined
  >
>;

/**
 * Finds settings that production may have only under ALLOW_INSECURE_SETTINGS: sign-ins and files over connections that
 * others can read, and answers of fal that others could forge.
 */
export function findInsecure(env: AddressSettings): string[] {
  if (!isProduction(env)) return [];
  const problems: string[] = [];
  if (!env.PUBLIC_URL) problems.push('PUBLIC_URL: is missing; production needs the address that users open');
  for (const name of ['PUBLIC_URL', 'FAL_JWKS_URL', 'S3_PUBLIC_ENDPOINT', 'CDN_BASE_URL'] as const)
    if (isHttp(env[name])) problems.push(`${name}: must be https in production`);
  if (!env.S3_PUBLIC_ENDPOINT && isHttp(env.S3_ENDPOINT))
    problems.push('S3_PUBLIC_ENDPOINT: is missing; browsers would use S3_ENDPOINT, which is not https');
  if (!env.FAL_WEBHOOK_USER_ID)
    problems.push('FAL_WEBHOOK_USER_ID: is missing; webhooks signed for any customer of fal would count');
  return problems;
}

export function refuseInsecure(env: Variables): string[] {
  return isInsecureAllowed(env) ? [] : findInsecure(env);
}

function isInsecureAllowed({ ALLOW_INSECURE_SETTINGS: allowed }: Variables): boolean {
  return allowed === 'true' || allowed === '1';
}

function isHttp(url: string | undefined): boolean {
  return url?.toLowerCase().startsWith('http:') ?? false;
}

/** Returns true unless the setting says otherwise, as everywhere. */
function isProduction(env: { ATELIER_ENV?: string | undefined }): boolean {
  return env.ATELIER_ENV !== 'local';
}

function isPartial(settings: readonly (string | undefined)[]): boolean {
  return settings.some(Boolean) && !settings.every(Boolean);
}
