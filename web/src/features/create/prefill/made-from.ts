import type { Kind } from '@atelier/catalog';
import { serverNow } from '#lib/server-time.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';

/** A form that is still open days later has little to do with what once filled it. */
const keptMs = 24 * 3_600_000;

/** Remembers the generation whose settings filled the form of a kind, or that something else did since. */
export function keepMadeFrom({ id }: Kind, sourceId: string | undefined): void {
  writeKept('made-from', sourceId === undefined ? undefined : { sourceId, atMs: serverNow() }, id);
}

/** The generation whose settings filled the form of a kind; the server keeps it as the lineage of what is submitted. */
export function madeFrom({ id }: Kind): string | undefined {
  const note = readKept('made-from', id);
  return note && serverNow() - note.atMs < keptMs ? note.sourceId : undefined;
}
