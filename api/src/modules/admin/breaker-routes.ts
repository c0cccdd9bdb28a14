import { type AdminBreaker, adminBreakersReply, findSubjectKind } from '@atelier/contract';
import { type Breaker, countLine, listBreakers } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';

/** Why the provider's work is held back, in its own words (docs/runbook.md). */
export function adminBreakerRoutes(api: Api, { db, env }: RouteDeps): void {
  api.get(
    '/api/admin/breakers',
    {
      schema: {
        tags: ['admin'],
        summary: 'List what the provider takes no work of, and why',
        response: { 200: adminBreakersReply },
      },
    },
    async () => {
      const [breakers, line] = await Promise.all([
        listBreakers(db.pool),
        countLine(db.pool, env.LIMIT_RUNNING),
      ]);
      const isKind = ({ subject }: AdminBreaker) => findSubjectKind(subject) !== undefined;
      const data = breakers.flatMap(presentBreaker).toSorted((a, b) => Number(isKind(a)) - Number(isKind(b)));
      return { data, waiting: line.waiting };
    },
  );
}

/** Leaves out one that only counts, which holds nothing. */
function presentBreaker(breaker: Breaker): AdminBreaker[] {
  const { subject, state, code, detail, failures, since, probe_at } = breaker;
  if (state === 'counting') return [];
  return [
    {
      subject,
      state,
      code: code as AdminBreaker['code'],
      detail,
      failures,
      since: since.toISOString(),
      probe_at: probe_at?.toISOString() ?? null,
    },
  ];
}
