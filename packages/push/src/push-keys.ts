import { createPublicKey } from 'node:crypto';
import { findPushKeys, insertPushKeys, type PushKeyPair, type Queryable } from '@atelier/db';
import webPush from 'web-push';

type PushSettings = {
  VAPID_PUBLIC_KEY?: string | undefined;
  VAPID_PRIVATE_KEY?: string | undefined;
  VAPID_SUBJECT?: string | undefined;
  PUBLIC_URL: string;
};

export type PushKeys = {
  /** The pair that messages are signed with, the same in every process. */
  read: () => Promise<PushKeyPair>;
  /** Whom a push service may write to: a mailto: or https: address. */
  subject: string;
};

/**
 * The settings' key pair, or one that the first process to need it makes and the database keeps: a subscription takes
 * messages that are signed by the pair it was made with, and by no other.
 */
export function createPushKeys(pool: Queryable, settings: PushSettings): PushKeys {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = settings;
  let known: PushKeyPair | undefined = publicKey && privateKey ? { publicKey, privateKey } : undefined;
  return {
    async read() {
      known ??= (await findPushKeys(pool)) ?? (await makeKeys(pool));
      return known;
    },
    subject: settings.VAPID_SUBJECT ?? toSubject(settings.PUBLIC_URL),
  };
}

async function makeKeys(pool: Queryable): Promise<PushKeyPair> {
  await insertPushKeys(pool, webPush.generateVAPIDKeys());
  const kept = await findPushKeys(pool);
  if (!kept) throw new Error('The keys for push messages were not kept');
  return kept;
}

/**
 * Subject of the site. Without https there is only this machine, whose push service may be anything but Apple's, which
 * checks this.
 */
function toSubject(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:atelier@localhost';
}

/** Whether messages can be encrypted for this public key of a browser: not every 65 bytes are a point on P-256. */
export function isBrowserKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  try {
    createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    return true;
  } catch {
    // Not on the curve.
    return false;
  }
}
