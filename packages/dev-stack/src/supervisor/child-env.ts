import type { Settings } from './settings.ts';

export interface StackAddresses {
  publicUrl: string;
  host: string;
  dataDir: string;
  webDist: string;
  databaseUrl: string;
  emulator: { url: string; jwksUrl: string; webhookUserId: string } | undefined;
  openid: { issuer: string; clientId: string; clientSecret: string } | undefined;
  checkout: { url: string; secretKey: string; webhookSecret: string } | undefined;
}

/** The environment of api and worker: the person's own settings, then what the stack brings. */
export function childEnv(settings: Settings, addresses: StackAddresses, port: number): Settings {
  const { emulator, openid, checkout } = addresses;
  return {
    ...settings,
    ATELIER_ENV: 'local',
    ADMIN_EMAILS: settings.ADMIN_EMAILS || 'ops@atelier.test',
    LOG_LEVEL: settings.LOG_LEVEL || 'info',
    PUBLIC_URL: addresses.publicUrl,
    HOST: addresses.host,
    PORT: String(port),
    DATA_DIR: addresses.dataDir,
    WEB_DIST: addresses.webDist,
    DATABASE_URL: addresses.databaseUrl,
    ...(emulator && {
      FAL_BASE_URL: emulator.url,
      FAL_KEY: 'local',
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
