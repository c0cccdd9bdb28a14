import { type ApiKeyScope, AppError, apiKeyScopes, maxApiKeyNameLength } from '@atelier/contract';
import { claimOauthAnswer, type Db } from '@atelier/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';

type FindDeps = { db: Db; provider: Provider };

/** Request of a program that was not answered yet. */
export type AskedConnection = {
  client: { id: string; name: string; host: string | null; isConfirmed: boolean };
  /** Code that the device shows; null without a device. */
  userCode: string | null;
  scopes: ApiKeyScope[];
  /** Addresses of the service that it names. */
  resources: string[];
  /** Makes this answer the first, and the only one. Throws connection_answered. */
  claim: () => Promise<void>;
  /** Resolves to where the browser goes on; null for a device. */
  allow: (granted: {
    userId: string;
    grantId: string;
    scopes: readonly ApiKeyScope[];
  }) => Promise<string | null>;
  refuse: () => Promise<string | null>;
};

const userCodeLength = 8;

/** Throws connection_expired for one that is unknown, of another browser or over, and connection_answered. */
export async function findConnection(
  deps: FindDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<AskedConnection> {
  const { id } = request.params;
  const code = id.replace('-', '').toUpperCase();
  return code.length === userCodeLength ? findDevice(deps, code) : findInBrowser(deps, request, reply);
}

async function findInBrowser(
  { db, provider }: FindDeps,
  { raw, params: { id } }: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<AskedConnection> {
  const interaction = await provider.interactionDetails(raw, reply.raw).catch((error: unknown) => {
    if (error instanceof errors.SessionNotFound) throw new AppError('connection_expired');
    throw error;
  });
  if (interaction.uid !== id) throw new AppError('connection_expired');
  if (interaction.result) throw new AppError('connection_answered');
  const finish = async (result: Parameters<Provider['interactionResult']>[2]) => {
    const url = new URL(await provider.interactionResult(raw, reply.raw, result));
    return `${url.pathname}${url.search}`;
  };
  const claim = () => claimAnswer(db, interaction.uid);
  return {
    ...(await describe(provider, interaction.params)),
    userCode: null,
    claim,
    allow: ({ userId, grantId }) =>
      finish({ login: { accountId: userId, remember: false }, consent: { grantId } }),
    refuse: async () => {
      await claim();
      return finish({ error: 'access_denied', error_description: 'The user has refused' });
    },
  };
}

async function findDevice({ db, provider }: FindDeps, userCode: string): Promise<AskedConnection> {
  const device = await provider.DeviceCode.findByUserCode(userCode);
  if (!device) throw new AppError('connection_expired');
  if (device.accountId || device.error) throw new AppError('connection_answered');
  const found = await describe(provider, { ...device.params, client_id: device.clientId });
  const claim = () => claimAnswer(db, device.jti);
  return {
    ...found,
    client: { ...found.client, host: null },
    userCode: `${userCode.slice(0, userCodeLength / 2)}-${userCode.slice(userCodeLength / 2)}`,
    claim,
    // Allows the device as the provider's own page for codes does.
    async allow({ userId, grantId, scopes }) {
      const resource = found.resources.length === 1 ? found.resources[0] : found.resources;
      const authTime = Math.floor(Date.now() / 1_000);
      Object.assign(device, { accountId: userId, grantId, scope: scopes.join(' '), resource, authTime });
      await device.save();
      return null;
    },
    async refuse() {
      await claim();
      Object.assign(device, { error: 'access_denied', errorDescription: 'The user has refused' });
      await device.save();
      return null;
    },
  };
}

async function claimAnswer(db: Db, id: string): Promise<void> {
  if (!(await claimOauthAnswer(db.pool, id))) throw new AppError('connection_answered');
}

/** Name of a program without what is not to be seen in it, as long as that of a key may be. */
function readName(name = ''): string {
  const seen = name.replaceAll(/\p{C}/gu, '').trim();
  return [...seen].slice(0, maxApiKeyNameLength).join('').trim();
}

async function describe(provider: Provider, params: Record<string, unknown>) {
  const client = await provider.Client.find(String(params.client_id));
  if (!client) throw new AppError('connection_expired');
  // Such a client is named by the address of a document, which its host serves.
  const isConfirmed = client.clientId.startsWith('https://');
  const address = isConfirmed ? client.clientId : params.redirect_uri;
  const asked = String(params.scope ?? '').split(' ');
  const scopes = apiKeyScopes.filter((scope) => asked.includes(scope));
  return {
    client: {
      id: client.clientId,
      name: readName(client.clientName) || readName(client.clientId),
      host: typeof address === 'string' ? new URL(address).host : null,
      isConfirmed,
    },
    scopes,
    resources: [params.resource ?? []].flat().map(String),
  };
}
