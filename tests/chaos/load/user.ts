import type { Kind } from '@atelier/catalog';
import type { UploadAccept } from '@atelier/contract';
import type { Client } from './client.ts';
import type { Page } from './open-page.ts';

/** Submission of a user; `scenario` is the word in its prompt. */
export type Submission = {
  kind: Kind;
  scenario: string;
  key: string;
  body: Record<string, unknown>;
  /** Whether the user's program submits it, if there is one. */
  isByProgram: boolean;
};

/** Lines that a user submits together under one key. */
export type BatchSubmission = { key: string; lines: readonly Pick<Submission, 'kind' | 'body'>[] };

export type User = {
  email: string;
  client: Client;
  /** Client with an API key; undefined without one. A key that was revoked stays. */
  program: Client | undefined;
  /** It closed its account and has not kept it: nothing more is done in its name. */
  isClosed: boolean;
  page: Page;
  /** Where its browser takes push messages, if it is notified. It ends with the browser's session. */
  pushEndpoint: string | undefined;
  /** Its acknowledged submissions that it has not deleted, by the id of the generation. */
  generations: Map<string, Submission>;
  /** Deleted generations that the user may restore or delete for good: one of both, and once. */
  trashed: Set<string>;
  /** Submissions that still have no definite answer. */
  open: Set<Submission>;
  openBatches: Set<BatchSubmission>;
  uploads: Partial<Record<UploadAccept, string | undefined>>;
};
