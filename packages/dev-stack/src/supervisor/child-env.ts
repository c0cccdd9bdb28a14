import type { CertificateFiles } from './local-certificate.ts';
import type { Settings } from './settings.ts';

export type StackAddresses = {
  publicUrl: string;
  host: string;
  dataDir: string;
  webDist: string;
  databaseUrl: string;
  emulator: { url: string; jwksUrl: string; webhookUserId: string } | undefined;
  openid: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /** Signs outgoing webhooks. */
  webhookKey: string;
  /** Key and certificate for content credentials; without them nothing is signed. */
  certificate?: CertificateFiles;
  checkout: { url: string; secretKey: string; webhookSecret: string } | undefined;
};

/** The environment of api and worker: the user's settings plus the addresses of the local parts. */
export function childEnv(settings: Settings, addresses: StackAddresses, port: number): Settings {
  const { emulator, openid, checkout, host, webhookKey } = addresses;
  return {
    ...settings,
    ATELIER_ENV: 'local',
    ADMIN_EMAILS: settings.ADMIN_EMAILS || 'ops@atelier.test',
    LOG_LEVEL: settings.LOG_LEVEL || 'info',
    // There is no load balancer that needs time to switch to another process.
    DRAIN_SECONDS: settings.DRAIN_SECONDS || '0',
    // A tenth of a busy core for films: this machine is rarely idle beside a browser, an editor or tests.
    RENDER_NICE: settings.RENDER_NICE || '10',
    PUBLIC_URL: addresses.publicUrl,
    HOST: addresses.host,
    PORT: String(port),
    DATA_DIR: addresses.dataDir,
    WEB_DIST: addresses.webDist,
    DATABASE_URL: addresses.databaseUrl,
    WEBHOOK_SIGNING_KEY: settings.WEBHOOK_SIGNING_KEY || webhookKey,
    ...(settings.C2PA_KEY_FILE || settings.C2PA_CERTIFICATE_FILE ? {} : addresses.certificate),
    // Webhooks may go to receivers on this machine, unless others can reach this stack and choose such targets.
    ...(isLoopback(host) && { WEBHOOK_TRUSTED_HOSTS: settings.WEBHOOK_TRUSTED_HOSTS || loopbackReceivers }),
    ...(emulator && {
      FAL_BASE_URL: emulator.url,
      FAL_KEY: 'local',
      FAL_BILLING_KEY: 'admin-local',
      // Tests look at jobs of the emulator that have ended.
      FAL_DELETE_PAYLOADS: 'off',
      FAL_JWKS_URL: emulator.jwksUrl,
      FAL_WEBHOOK_USER_ID: emulator.webhookUserId,
    }),
    ...(openid && {
      OIDC_ISSUER: openid.issuer,
      OIDC_CLIENT_ID: openid.clientId,
      OIDC_CLIENT_SECRET: openid.clientSecret,
    }),
    ...(checkout && {
      STRIPE_BASE_URL: checkout.url,
      STRIPE_SECRET_KEY: checkout.secretKey,
      STRIPE_WEBHOOK_SECRET: checkout.webhookSecret,
    }),
  };
}

const loopbackReceivers = 'localhost:*,127.0.0.1:*,[::1]:*';

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '::1';
}
