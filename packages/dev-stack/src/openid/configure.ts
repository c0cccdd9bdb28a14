import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { renderPage } from '../local-pages/local-page.ts';
import { readLocalPageTexts } from '../local-pages/texts.ts';
import { findClaims, type LocalAccount, localSubject, readEmail } from './accounts.ts';
import { isPrompted, problemPage } from './sign-in.ts';

export type ProviderFacts = {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  privateJwk: JWK;
  accounts: readonly LocalAccount[];
  /** Whether ID tokens name the subject alone. */
  hasBareTokens: boolean;
};

const hourSeconds = 3_600;
const maxStoreEntries = 20_000;

/** Settings of oidc-provider 9 for one confidential client: authorization code flow, PKCE and ES256. */
export function configureProvider(facts: ProviderFacts): Configuration {
  return {
    adapter: createMemoryStore(),
    clients: [
      {
        client_id: facts.clientId,
        client_secret: facts.clientSecret,
        redirect_uris: facts.redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [facts.privateJwk] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: facts.hasBareTokens,
    clientBasedCORS: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}`, policy: [chooseAccountPrompt()] },
    extraParams: { login_hint: (ctx, value) => signInByHint(ctx, value) },
    findAccount: (_ctx, subject) => {
      const claims = findClaims(subject, facts.accounts);
      return claims && { accountId: subject, claims: async () => claims };
    },
    loadExistingGrant: grantEverything,
    renderError: (ctx, out) => {
      const local = readLocalPageTexts(ctx.get('accept-language'));
      ctx.type = 'html';
      ctx.body = renderPage(problemPage(local, `${out.error}: ${out.error_description ?? ''}`));
    },
    ttl: {
      AccessToken: hourSeconds,
      AuthorizationCode: 60,
      Grant: hourSeconds,
      IdToken: hourSeconds,
      Interaction: hourSeconds,
      Session: hourSeconds,
    },
  };
}

/**
 * No session is kept: without a hint every sign-in shows the page, so that switching accounts takes one click. The
 * library adds a check of its own, which shows it for `prompt=login` as well.
 */
function chooseAccountPrompt(): interactionPolicy.Prompt {
  const { Check, Prompt } = interactionPolicy;
  return new Prompt(
    { name: 'login', requestable: true },
    new Check('choose_account', 'an account must be chosen', ({ oidc }) => {
      const isHinted = readEmail(findHint(oidc.params)) !== undefined && !isPrompted(oidc.params);
      if (isHinted || oidc.result?.login !== undefined) return Check.NO_NEED_TO_PROMPT;
      // The library would refuse another account than that of the last sign-in.
      delete oidc.session?.accountId;
      return Check.REQUEST_PROMPT;
    }),
  );
}

/**
 * `login_hint` with an address signs that account in before the library looks for a session: one redirect, no page.
 * Not with `prompt=login`, which asks for the page; there the hint fills in its field.
 */
function signInByHint(ctx: KoaContextWithOIDC, value: unknown): void {
  const email = readEmail(typeof value === 'string' ? value : undefined);
  if (email !== undefined && !isPrompted(ctx.oidc.params))
    ctx.oidc.session?.loginAccount({ accountId: localSubject(email), transient: true });
}

async function grantEverything(ctx: KoaContextWithOIDC) {
  const { client, account, provider } = ctx.oidc;
  if (client === undefined || account === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

function findHint(params: KoaContextWithOIDC['oidc']['params']): string | undefined {
  return typeof params?.login_hint === 'string' ? params.login_hint : undefined;
}

/**
 * An in-memory store for the provider's sessions, codes and tokens. (The library's own prints a warning at every start.)
 * When it is full, the oldest entries are dropped.
 */
function createMemoryStore(): (model: string) => Adapter {
  const entries = new Map<string, { payload: AdapterPayload; expiresAtMs: number }>();
  const read = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expiresAtMs > Date.now() ? entry.payload : undefined;
  };
  const trim = () => {
    for (const key of entries.keys()) {
      if (entries.size <= maxStoreEntries) return;
      entries.delete(key);
    }
  };
  return (model) => ({
    async upsert(id, payload, expiresInSeconds) {
      const expiresAtMs = expiresInSeconds ? Date.now() + expiresInSeconds * 1000 : Number.POSITIVE_INFINITY;
      entries.set(`${model}:${id}`, { payload, expiresAtMs });
      trim();
    },
    find: async (id) => read(`${model}:${id}`),
    async findByUid(uid) {
      const ofModel = [...entries].filter(([key]) => key.startsWith(`${model}:`));
      const found = ofModel.find(([, { payload }]) => payload.uid === uid);
      return found && read(found[0]);
    },
    // Device codes are disabled, so there are no user codes.
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${model}:${id}`);
      if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      entries.delete(`${model}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    },
  });
}
