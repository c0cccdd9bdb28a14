import type { Medium } from '@atelier/catalog';
import * as z from 'zod/mini';
import { pushLanguages } from './push-languages.ts';

/** `GET /api/user/push-subscription`: what the session that asks has stored. */
export const pushStateReply = z.object({
  /** Our public key (RFC 8292), which a browser subscribes with: a point on P-256, uncompressed, in base64url. */
  application_server_key: z.string(),
  /** Subscription of this session; null when it gets no notifications. */
  subscription: z.nullable(z.object({ endpoint: z.string(), language: z.string() })),
});
export type PushStateReply = z.infer<typeof pushStateReply>;

/** `PUT /api/user/push-subscription`: what the browser's `PushSubscription` says, as its `toJSON` writes it. */
export const pushSubscriptionBody = z.object({
  endpoint: z.url().check(z.maxLength(1_000)),
  keys: z.object({
    /** A point on P-256, uncompressed: 65 bytes in base64url. */
    p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
    /** 16 bytes in base64url. */
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
  /** The key that the browser subscribed with. Another than ours is refused: it would never get a message. */
  application_server_key: z.string().check(z.maxLength(100)),
  /** Language of the notifications; unchanged when absent. */
  language: z.optional(z.enum(pushLanguages)),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscriptionBody>;

export const pushSubscriptionReply = z.object({ success: z.literal(true) });

/** Content of a push message, encrypted for one browser. The service worker of the web app shows it. */
export type PushPayload = EndPayload | AskPayload;

/** A program asks its owner: `path` is the page to answer on. */
type AskPayload = { id: string; path: string; title: string; body: string };

export type EndPayload = {
  /** Id of the generation, and the tag of the notification, so that a repetition replaces it. */
  id: string;
  medium: Medium;
  status: 'completed' | 'partial' | 'failed';
  /** Batch that ended with this generation as its last line. */
  batchId?: string;
  title: string;
  body: string;
};
