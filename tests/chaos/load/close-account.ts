import { signIn } from '@atelier/dev-stack/testing';
import { type Client, createClient } from './client.ts';
import { openPage } from './open-page.ts';
import type { OperationLog } from './operation-log.ts';
import type { ActionDeps } from './other-actions.ts';
import type { User } from './user.ts';

/** Signs in for calls that need a sign-in of the last minutes. Returns undefined when there is no answer. */
export async function signInAgain(log: OperationLog, { email, client }: User): Promise<Client | undefined> {
  let cookie: string | undefined;
  await log.run({ userId: client.userId, action: 'sign-in', subject: client.userId }, async () => {
    cookie = await signIn(client.origin, email);
    return { status: 200, body: undefined };
  });
  return cookie === undefined ? undefined : createClient(client.userId, { cookie }, client.origin);
}

/** Closes the account; half of the users regret it. Nothing else is done in the user's name until it is open again. */
export async function closeOrKeep({ log, chance }: ActionDeps, user: User): Promise<void> {
  const { userId } = user.client;
  const isRegretted = chance.isTrue(0.5);
  const owner = await signInAgain(log, user);
  if (!owner) return;
  user.isClosed = true;
  user.page.close();
  const closed = await log.run({ userId, action: 'close', subject: userId }, () =>
    owner.send('POST', '/api/user/close', { email: user.email }),
  );
  if (closed.outcome === 'fail') return reopen(user, owner);
  // When there was no answer, the account may be closed at any time from now on.
  if (closed.outcome === 'unknown' || !isRegretted) return;
  user.program = undefined;
  const returned = await signInAgain(log, user);
  if (!returned) return;
  const kept = await log.run({ userId, action: 'keep', subject: userId }, () =>
    returned.send('POST', '/api/user/keep'),
  );
  if (kept.outcome === 'ok') reopen(user, returned);
}

function reopen(user: User, client: Client): void {
  user.client = client;
  user.page = openPage(client);
  user.isClosed = false;
}
