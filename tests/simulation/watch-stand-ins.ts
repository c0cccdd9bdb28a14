// Rules about stand-ins: by consent only, at most for the price that was agreed, with a hold of their own, never while an
// attempt may be running, and under the name of the model that made it.
import type { Statement, StatementResult } from '@atelier/db/in-process';
import type { Database } from './database.ts';
import type { Observer } from './observer.ts';
import { endpointOfKind, type PlannedKind } from './plan.ts';
import type { ProviderRequest } from './world/provider-answers.ts';

/** Another kind, and the most that it may cost. */
export type Consent = { kind: string; max_credits: number };
type StandInWorld = {
  database: Database;
  observer: Observer;
  requests: () => readonly ProviderRequest[];
};

export type StandInWatch = ReturnType<typeof watchStandIns>;

export function watchStandIns({ database, observer, requests }: StandInWorld) {
  /** Kind and consents of each submission by its idempotency key, since its answer may be lost. */
  const asked = new Map<string, { kind: string; consents: readonly Consent[] }>();
  /** Kind and price of what was stood in for. */
  const exchanged = new Map<string, { kind: unknown; cost: unknown }>();

  function findAsked(id: unknown) {
    const [row] = database.sql('select key from idempotency_key where generation_id = $1', [id]);
    return asked.get(String(row?.key));
  }

  /** Requests of a generation that fal accepted, without refusing them at once, and that did not end by our account. */
  const listAccepted = (id: unknown) =>
    requests().filter(
      ({ generationId, isDenied, outcome }) => generationId === id && !isDenied && outcome !== 'account',
    );

  function check(id: string, unproven: readonly Record<string, unknown>[]): void {
    const [row] = database.sql(
      `select g.kind, g.cost::integer,
              (select sum(d_held)::integer from ledger_entry where generation_id = g.id) as held,
              (select count(*)::integer from ledger_entry where generation_id = g.id and kind = 'reserve') as holds
         from generation g where g.id = $1`,
      [id],
    );
    const { kind, cost, held, holds } = row ?? {};
    const what = `${kind} stands in for generation ${id}`;
    exchanged.set(id, { kind, cost });
    if (!isAgreed(findAsked(id)?.consents ?? [], kind, cost))
      observer.violate(`${what} at ${cost} credits, to which its owner has not agreed`);
    if (held !== cost || holds !== 2)
      observer.violate(`${what} at ${cost} credits with ${holds} holds of which ${held} credits are left`);
    for (const { attempt, state } of unproven)
      observer.violate(`${what}, whose attempt ${attempt} is ${state}: it may be running`);
    for (const request of listAccepted(id))
      observer.violate(`${what}, which fal has accepted as ${request.id}`);
  }

  return {
    /** A submission with its idempotency key, and what its owner has agreed to until now. */
    agreed(key: string, kind: string, consents: readonly Consent[]): void {
      asked.set(key, { kind, consents });
    },
    before({ name, values }: Statement): (result: StatementResult) => void {
      if (name !== 'stand-in') return () => undefined;
      const unproven = database.sql(
        `select attempt, state from provider_submission
          where generation_id = $1 and state not in ('refused', 'given_up')`,
        [values[0]],
      );
      return ({ rows }) => {
        for (const { id } of rows) check(String(id), unproven);
      };
    },
    /** Generations that name another model than the one that made them. `readText`: of a stored file. */
    findMisnamed(readText: (key: string) => string | undefined): string[] {
      const rows = database.sql(
        `select g.id, g.kind, g.stood_in_for, g.cost::integer, g.settled::integer, g.provider_request_id as request,
                array(select o.storage_key from output o
                       where o.generation_id = g.id and o.storage_key is not null) as files
           from generation g`,
      );
      return rows.flatMap((row) => [
        ...findMisnaming(row, findAsked(row.id)?.kind, exchanged.get(String(row.id))),
        ...(Number(row.settled) > 0 ? findForeignMaker(row, requests(), readText) : []),
      ]);
    },
  };
}

function isAgreed(consents: readonly Consent[], kind: unknown, cost: unknown): boolean {
  return consents.some((consent) => consent.kind === kind && Number(cost) <= consent.max_credits);
}

function findMisnaming(
  { id, kind, stood_in_for: original, cost }: Record<string, unknown>,
  askedKind: string | undefined,
  exchanged: { kind: unknown; cost: unknown } | undefined,
): string[] {
  const isRight = exchanged
    ? kind === exchanged.kind && cost === exchanged.cost && original === askedKind
    : kind === askedKind && original === null;
  const what = `generation ${id} is ${kind} in place of ${original ?? 'none'} for ${cost} credits`;
  const made = exchanged ? `${exchanged.kind} stands in for ${exchanged.cost} credits` : 'none stands in';
  return isRight ? [] : [`${what}, but ${askedKind} was asked for and ${made}`];
}

/** The generation, the request and every delivered file are of one model. */
function findForeignMaker(
  { id, kind, request, files }: Record<string, unknown>,
  requests: readonly ProviderRequest[],
  readText: (key: string) => string | undefined,
): string[] {
  const made = requests.find((each) => each.id === request);
  const endpoint = endpointOfKind[kind as PlannedKind];
  const foreign = (files as string[]).filter(
    (key) => !(readText(key) ?? `/${request}/`).includes(`/${request}/`),
  );
  return [
    ...(made?.endpoint === endpoint
      ? []
      : [`generation ${id} is ${kind}, but was made by ${made?.endpoint}`]),
    ...foreign.map((key) => `generation ${id} was made as ${request}, but its file has ${readText(key)}`),
  ];
}
