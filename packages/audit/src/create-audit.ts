import { type Db, insertAuditEvent, type NewAuditEvent, type Queryable } from '@atelier/db';
import { type Log, withoutLogContext } from '@atelier/log';

/** An event with what is known of it; see NewAuditEvent. */
export type AuditEvent = Pick<NewAuditEvent, 'name' | 'actor'> & Partial<NewAuditEvent>;

export type Audit = {
  /**
   * Writes the event to the audit log and, at `info`, to the process's log. Resolves to its id; rejects when it cannot be
   * written. `on`: the transaction of the act that it records, so that neither is there without the other;
   * the line of the log can be there without both.
   */
  record(event: AuditEvent, on?: Queryable): Promise<number>;
  /**
   * Counts a refusal, which a client can cause without end: equal events of one address or account are added up and
   * written once a minute, and at most 200 different ones. Never rejects and never waits.
   */
  count(event: AuditEvent): void;
  /** Writes what was counted so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const countedForMs = 60_000;
const maxCounted = 200;
/** Clients choose this text and could fill the table with it. */
const maxTextLength = 300;

export function createAudit({ db, log }: { db: Pick<Db, 'pool'>; log: Log }): Audit {
  let counted = new Map<string, NewAuditEvent>();
  let timer: NodeJS.Timeout | undefined;

  async function write(event: NewAuditEvent, on: Queryable = db.pool): Promise<number> {
    const id = await insertAuditEvent(on, event);
    const { name, actor, actorId, userId, reason, details, occurrences, address } = event;
    log.info({ audit: name, actor, actorId, userId, reason, details, occurrences, address }, 'audit event');
    return id;
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const events = [...counted.values()];
    counted = new Map();
    for (const event of events) {
      try {
        await write(event);
      } catch (error) {
        const { name, occurrences } = event;
        withoutLogContext(() =>
          log.error({ err: error, audit: name, occurrences }, 'audit event not recorded'),
        );
      }
    }
  }

  return {
    record: (event, on) => write(complete(event), on),
    count(event) {
      const full = complete(event);
      const key = formatKey(full, counted.size >= maxCounted);
      const known = counted.get(key);
      if (known) known.occurrences += full.occurrences;
      else counted.set(key, counted.size >= maxCounted ? withoutOrigin(full) : full);
      timer ??= setTimeout(() => void flush(), countedForMs).unref();
    },
    flush,
    close: flush,
  };
}

function complete(event: AuditEvent): NewAuditEvent {
  return {
    actorId: null,
    userId: null,
    requestId: null,
    details: {},
    occurrences: 1,
    ...event,
    reason: event.reason ?? null,
    address: event.address ?? null,
    userAgent: event.userAgent?.slice(0, maxTextLength) ?? null,
  };
}

/** Formats the key under which equal events are added up: in a flood from many addresses their name alone. */
function formatKey(
  { name, actor, actorId, userId, address, details }: NewAuditEvent,
  isFlood: boolean,
): string {
  return JSON.stringify(isFlood ? [name] : [name, actor, actorId, userId, address, details]);
}

function withoutOrigin({ name, occurrences, details }: NewAuditEvent): NewAuditEvent {
  return complete({ name, actor: 'anonymous', occurrences, details: { ...details, merged: true } });
}
