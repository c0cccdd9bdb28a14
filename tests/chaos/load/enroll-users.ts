import type { CreateApiKeyReply, PushStateReply } from '@atelier/contract';
import { upsertUserFromIdentity } from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { localSubject } from '@atelier/dev-stack';
import { signIn } from '@atelier/dev-stack/testing';
import type { Stage } from '../stage/open-stage.ts';
import { type Client, createClient } from './client.ts';
import type { User } from './user.ts';

/** More than a user spends in a soak of some hours. */
const creditsEach = 100_000;
const atATime = 5;
const programmersAmong = 4;
const notifiedAmong = 3;

export type EnrolledUser = Pick<User, 'email' | 'client' | 'program' | 'pushEndpoint'>;

/** Users who have paid, each signed in as in a browser; some have a program with an API key. */
export async function enrollUsers(stage: Stage, count: number): Promise<EnrolledUser[]> {
  const users: EnrolledUser[] = [];
  let next = 0;
  const enroll = async () => {
    while (next < count) {
      next += 1;
      const user = await enrollUser(stage, `chaos-${next}@atelier.test`, creditsEach);
      const isProgrammer = users.length % programmersAmong === 0;
      const isNotified = users.length % notifiedAmong === 0;
      const program = isProgrammer ? await createProgram(user.client) : undefined;
      const pushEndpoint = isNotified ? await subscribe(stage, user.client) : undefined;
      users.push({ ...user, program, pushEndpoint });
    }
  };
  await Promise.all(Array.from({ length: atATime }, enroll));
  return users;
}

/** A user who has paid, with exactly these credits. */
export async function enrollUser(stage: Stage, email: string, credits: number): Promise<EnrolledUser> {
  const userId = await addUser(stage, email, credits);
  const cookie = await signIn(stage.url, email);
  return {
    email,
    client: createClient(userId, { cookie }, stage.url),
    program: undefined,
    pushEndpoint: undefined,
  };
}

async function createProgram({ userId, origin, send }: Client): Promise<Client> {
  const { status, body } = await send('POST', '/api/user/api-keys', { name: 'A program' });
  if (status >= 300) throw new Error(`An API key is answered with ${status}: ${JSON.stringify(body)}`);
  return createClient(userId, { apiKey: (body as CreateApiKeyReply).key }, origin);
}

async function subscribe({ pushService }: Stage, { send }: Client): Promise<string> {
  const path = '/api/user/push-subscription';
  const { application_server_key } = (await send('GET', path)).body as PushStateReply;
  const { endpoint, ...keys } = pushService.subscribe();
  const { status, body } = await send('PUT', path, {
    endpoint,
    keys,
    application_server_key,
    language: 'en',
  });
  if (status >= 300)
    throw new Error(`A push subscription is answered with ${status}: ${JSON.stringify(body)}`);
  return endpoint;
}

async function addUser({ db, openid }: Stage, email: string, credits: number): Promise<string> {
  const identity = { provider: openid.issuer, subject: localSubject(email), email, isEmailVerified: true };
  const { userId } = await upsertUserFromIdentity(db, { ...identity, name: email });
  const payment = { provider: 'test', paymentId: `start-${userId}`, amountMinor: 100, currency: 'usd' };
  await grantPurchase(db, { userId, credits, ...payment });
  return userId;
}
