import { randomUUID } from 'node:crypto';
import { packIds } from '@atelier/catalog';
import type { CheckoutReply } from '@atelier/contract';
import type { TestCheckout } from '@atelier/dev-stack';
import type { Chance } from '../chance.ts';
import type { OperationLog } from './operation-log.ts';
import type { User } from './user.ts';

export type ActionDeps = { log: OperationLog; chance: Chance; checkout: TestCheckout };
export type Action = (deps: ActionDeps, user: User) => Promise<void>;

export const cancelOne: Action = async ({ log, chance }, user) => {
  const id = pickOwn(chance, user);
  if (id !== undefined) await cancel(log, user, id);
};

export async function cancel(log: OperationLog, { client }: User, id: string): Promise<void> {
  await log.run({ userId: client.userId, action: 'cancel', subject: id }, () =>
    client.send('POST', `/api/generations/${id}/cancel`),
  );
}

/** Asks several times at once: one may succeed. */
export const refundOne: Action = async ({ log, chance }, user) => {
  const failed = [...user.page.states].filter(([, { status }]) => status === 'failed').map(([id]) => id);
  const id = failed.length > 0 && chance.isTrue(0.8) ? chance.pick(failed) : pickOwn(chance, user);
  if (id === undefined) return;
  const { client } = user;
  const refund = () =>
    log.run({ userId: client.userId, action: 'refund', subject: id }, () =>
      client.send('POST', '/api/wan/refundCredits', { request_id: id, reason: 'Not what I asked for' }),
    );
  await Promise.all([refund(), refund()]);
};

/** Buys credits, or lets the payment fail, or walks away from the payment page. */
export const buy: Action = async ({ log, chance }, { client }) => {
  const subject = { userId: client.userId, action: 'checkout', subject: randomUUID() };
  const body = { pack: chance.pick(packIds), request_id: subject.subject };
  const { outcome, body: reply } = await log.run(subject, () => client.send('POST', '/api/checkout', body));
  if (outcome !== 'ok') return;
  const { url, purchase_id } = reply as CheckoutReply;
  const choice = chance.weighted({ complete: 7, fail: 2, cancel: 1 });
  await log.run({ userId: client.userId, action: `pay-${choice}`, subject: purchase_id }, async () => {
    const form = new URLSearchParams({ action: choice });
    const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
    return { status: response.status === 303 ? 200 : response.status, body: { sessionId: findSession(url) } };
  });
};

/** The payment provider takes a part of the money back. */
export const takeMoneyBack: Action = async ({ log, chance, checkout }, { client }) => {
  const paid = log.all.filter(
    ({ userId, action, outcome }) =>
      userId === client.userId && action === 'pay-complete' && outcome === 'ok',
  );
  if (paid.length === 0) return;
  const { subject, body } = chance.pick(paid);
  const { sessionId } = body as { sessionId: string };
  const { amountMinor = 0 } = checkout.sessions.get(sessionId) ?? {};
  await log.run({ userId: client.userId, action: 'money-back', subject }, async () => {
    await checkout.refund(sessionId, Math.ceil(amountMinor / 2));
    return { status: 200, body: { sessionId } };
  });
};

export const readLists: Action = async ({ log, chance }, { client }) => {
  const path = chance.pick([
    '/api/user/info',
    '/api/generations',
    '/api/video-generation/history',
    '/api/image-generation/history',
    '/api/credits/ledger',
  ]);
  await log.run({ userId: client.userId, action: 'read', subject: path }, () => client.send('GET', path));
};

export const takeOut: Action = async ({ log }, { client }) => {
  await log.run({ userId: client.userId, action: 'take-out', subject: client.userId }, () =>
    client.send('POST', '/api/user/take-out', { language: 'en' }),
  );
};

export function pickOwn(chance: Chance, { generations }: User): string | undefined {
  const recent = [...generations.keys()].slice(-8);
  return recent.length === 0 ? undefined : chance.pick(recent);
}

function findSession(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
