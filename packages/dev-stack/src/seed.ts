import { connectDb, type Db, upsertUserFromIdentity } from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { localSubject, readyAccounts } from './openid/accounts.ts';

const startCredits = 20_000;

export type SeedOptions = {
  databaseUrl: string;
  /** The local OpenID provider: identities are keyed by their issuer. */
  issuer: string;
};

/** Creates the ready accounts and grants paid ones their credits. Idempotent. */
export async function seedLocalAccounts({ databaseUrl, issuer }: SeedOptions): Promise<void> {
  const db = connectDb({
    databaseUrl,
    applicationName: 'atelier-seed',
    maxConnections: 1,
    // A broken connection also fails the query that uses it.
    onError: () => undefined,
  });
  try {
    for (const account of readyAccounts) {
      const identity = { provider: issuer, subject: localSubject(account.email), isEmailVerified: true };
      const { userId } = await upsertUserFromIdentity(db, {
        ...identity,
        email: account.email,
        name: account.name,
      });
      if (account.describedAs !== 'unpaid') await grantStartCredits(db, userId, account.email);
    }
  } finally {
    await db.close();
  }
}

async function grantStartCredits(db: Db, userId: string, email: string): Promise<void> {
  await grantPurchase(db, {
    userId,
    provider: 'local-seed',
    paymentId: `start:${email}`,
    credits: startCredits,
    amountMinor: 0,
    currency: 'usd',
  });
}
