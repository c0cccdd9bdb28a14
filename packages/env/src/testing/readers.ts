import { readApiEnv, readWorkerEnv } from '../index.ts';

const common = {
  DATABASE_URL: 'postgres://atelier:pw@db.example/atelier',
  FAL_KEY: 'id:secret',
  PUBLIC_URL: 'https://atelier.example',
  FAL_WEBHOOK_USER_ID: 'user',
};
const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' };
const api = { ...common, ...oidc, STRIPE_SECRET_KEY: 'sk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' };

/** Read the least settings of each process in production, together with those given. */
export const readers = [
  { name: 'api', read: (settings: object) => readApiEnv({ ...api, ...settings }) },
  { name: 'worker', read: (settings: object) => readWorkerEnv({ ...common, ...settings }) },
];
