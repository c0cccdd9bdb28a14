import type { Kind } from '@atelier/catalog';
import { readDraft, writeDraft } from '#lib/drafts.ts';

/** A form that is still open days later has little to do with what once filled it. */
const keptMs = 24 * 3_600_000;

/** Remembers the generation whose settings filled the form of a kind, or that something else did since. */
export function keepMadeFrom({ id }: Kind, sourceId: string | undefined): void {
  writeDraft(draftName(id), sourceId === undefined ? {} : { sourceId, atMs: Date.now() });
}

/** The generation whose settings filled the form of a kind; the server keeps it as the lineage of what is submitted. */
export function madeFrom({ id }: Kind): string | undefined {
  const { sourceId, atMs } = readDraft(draftName(id));
  return typeof sourceId === 'string' && Date.now() - Number(atMs) < keptMs ? sourceId : undefined;
}

function draftName(kindId: string): string {
  return `made-from.${kindId}`;
}
