import { randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { findClaims, type LocalAccount, localSubject, readEmail } from './accounts.ts';
import { createMemoryStore } from './memory-adapter.ts';
import { problemPage, renderPage } from './page.ts';
import { pageWords } from './words.ts';

export type ProviderFacts = {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  privateJwk: JWK;
  accounts: readonly LocalAccount[];
};

const hourSeconds = 3_600;

/** Settings of oidc-provider 9 for one confidential client: code flow, PKCE and ES256, as reliability.md section 5 tried. */
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
    // The claims go into the ID token as well, as Google does it; then no second call is needed.
    conformIdTokenClaims: false,
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
      const { language, words } = pageWords(ctx.get('accept-language'));
      ctx.type = 'html';
      ctx.body = renderPage(problemPage(language, words, `${out.error}: ${out.error_description ?? ''}`));
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

/** Nobody is remembered: without a hint the page is shown at every sign-in, so another account is one click away. */
function chooseAccountPrompt(): interactionPolicy.Prompt {
  const { Check, Prompt } = interactionPolicy;
  return new Prompt(
    { name: 'login', requestable: true },
    new Check('choose_account', 'an account has to be chosen', ({ oidc }) => {
      const isHinted = readEmail(hintOf(oidc.params)) !== undefined;
      return isHinted || oidc.result?.login !== undefined ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
}

/** `login_hint` with an address signs that account in before the library looks for a session: no page, one redirect. */
function signInByHint(ctx: KoaContextWithOIDC, value: unknown): void {
  const email = readEmail(typeof value === 'string' ? value : undefined);
  if (email !== undefined)
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

function hintOf(params: KoaContextWithOIDC['oidc']['params']): string | undefined {
  return typeof params?.login_hint === 'string' ? params.login_hint : undefined;
}
