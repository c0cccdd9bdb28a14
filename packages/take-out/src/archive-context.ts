import type { Db } from '@atelier/db';
import type { MediaAddresses, Store } from '@atelier/storage';
import type { PageContext } from './gallery.ts';

/** Whose archive it is, in which language and as of when, and what counts up while it is written. */
export type ArchiveContext = PageContext & {
  db: Db;
  store: Pick<Store, 'find' | 'read' | 'load'>;
  parseKey: MediaAddresses['parseKey'];
  userId: string;
  /** Ends the work with its reason. */
  stop: AbortSignal;
  /** Generations that are done, and files that were not found. */
  counts: { done: number; missing: number };
};

export function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
