// Rules about what happens on the way, which the rows at the end no longer show: how often a generation ended, what was
// announced before it was so, and what a constraint had to stop.
import type { Statement, StatementResult } from '@atelier/db/in-process';

type Row = Record<string, unknown>;
type Known = { alias: string; revision: number; status: string; ends: number; statusAt: Map<number, string> };

/** Constraints that are the product's own way to let one of several through. */
const expectedConstraints = ['idempotency_key_pkey', 'ledger_entry_entry_key_key'];
/** The topics of outbox rows, and the job that each stands for. */
const jobOfTopic: Record<string, string> = {
  dispatch: 'dispatch-generation',
  finish: 'finish-generation',
  'delete-files': 'delete-files',
  changed: 'generation:changed',
  started: 'generation:started',
};
/** The two statements that end a generation. */
const endings = ['mark-generation-ended', 'mark-generation-ended-of-each', 'end-waiting'];
const finals = ['completed', 'partial', 'failed', 'cancelled'];

export type Observer = ReturnType<typeof createObserver>;

export function createObserver() {
  const known = new Map<string, Known>();
  const violations: string[] = [];
  const violate = (sentence: string) => void violations.push(sentence);
  const messages = createMessages(violate);
  const seen = new Map<string, { id: string; revision: number; status: string }>();

  function learn(row: Row): Known | undefined {
    const { id, revision, status } = row;
    if (typeof id !== 'string' || typeof revision !== 'number' || typeof status !== 'string')
      return undefined;
    const entry = known.get(id) ?? newlyKnown(`G${known.size + 1}`);
    known.set(id, entry);
    entry.revision = Math.max(entry.revision, revision);
    if (entry.revision === revision) entry.status = status;
    entry.statusAt.set(revision, status);
    return entry;
  }

  return {
    violations,
    violate,
    /** A statement as it was committed, whether or not its process learns of it. */
    committed({ name, values }: Statement, { rows }: StatementResult): void {
      if (name === 'remove-outbox') for (const key of values[0] as string[]) messages.expectSent(key);
      for (const row of rows) {
        messages.written(name, row);
        const entry = learn(row);
        if (!endings.includes(name ?? '') || !entry) continue;
        entry.ends += 1;
        if (entry.ends > 1)
          violate(`generation ${row.id} ended ${entry.ends} times, the last time as ${row.status}`);
      }
    },
    refused({ name, text }: Statement, error: unknown): void {
      const { code, constraint, message } = error as { code?: string; constraint?: string; message?: string };
      if (code === '23505' && expectedConstraints.includes(constraint ?? '')) return;
      violate(`only a constraint stopped the statement ${name ?? text.slice(0, 60)}: ${message}`);
    },
    enqueued(name: string, { generationId }: Row): void {
      messages.sent(name, generationId);
      if (typeof generationId === 'string' && !known.has(generationId))
        violate(`${name} was enqueued for the generation ${generationId}, which is not committed`);
    },
    emitting(name: string, body: Row): void {
      messages.shown(name, (body.generation ?? {}) as Row);
    },
    /** An event as it reaches the owner's browsers: it says nothing that is not so. */
    emitted(name: string, body: Row): void {
      if (name !== 'generation:changed') return;
      const { id, revision, status } = body.generation as { id: string; revision: number; status: string };
      const entry = known.get(id);
      if (!entry || revision > entry.revision || (entry.statusAt.get(revision) ?? status) !== status)
        violate(
          `an event says that generation ${id} is ${status} in revision ${revision}, which is not committed`,
        );
      const before = seen.get(id);
      if (!before || before.revision < revision) seen.set(id, { id, revision, status });
    },
    seen: () => [...seen.values()],
    generations: () => [...known].map(([id, entry]) => ({ id, ...entry })),
    aliasOf: (id: unknown) => known.get(String(id))?.alias,
  };
}

function newlyKnown(alias: string): Known {
  return { alias, revision: 0, status: 'pending', ends: 0, statusAt: new Map() };
}

/** A row leaves the outbox only once its message was sent, by whichever process. */
function createMessages(violate: (sentence: string) => void) {
  const known = new Set<string>();
  /** Returns to the line and stand-ins since the last event of their generation. */
  const unshown = new Set<string>();
  return {
    sent: (name: string, id: unknown) => void known.add(`${name} ${id}`),
    /** Events of before say neither that it waits again nor that another model makes it. */
    written(name: string | undefined, { id, attempt, event_key: key }: Row): void {
      if (name === 'return-to-line') unshown.add(`returned:${id}:${attempt}`);
      if (name === 'stand-in') unshown.add(String(key));
    },
    /** An event about what came after the start makes that of the start unnecessary. */
    shown(name: string, { id, status, stood_in_for: original }: Row): void {
      unshown.delete(`stood-in:${id}:${original ? 1 : 0}`);
      const returns = [...unshown].filter((key) => key.startsWith(`returned:${id}:`));
      for (const key of returns) unshown.delete(key);
      if (status !== 'waiting' || returns.length > 0) known.add(`generation:started ${id}`);
      if (finals.includes(String(status))) known.add(`${name} ${id}`);
    },
    expectSent(key: string): void {
      const [topic = '', id] = key.split(':');
      const job = jobOfTopic[topic];
      const isSent = job === undefined ? !unshown.has(key) : known.has(`${job} ${id}`);
      if (!isSent) violate(`the outbox row ${key} was removed before it was sent`);
    },
  };
}

/** Generations whose end never reached their owner's browser. */
export function findUnseenEnds(observer: Observer): string[] {
  const shown = new Map(observer.seen().map(({ id, status }) => [id, status]));
  return observer.generations().flatMap(({ id, status }) => {
    const last = shown.get(id) ?? 'nothing';
    if (!finals.includes(status) || last === status) return [];
    return [`generation ${id} is ${status}, but the last event about it said ${last}`];
  });
}
