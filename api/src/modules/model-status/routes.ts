import { defaultInput, findKind, type Kind, kinds, standInsInReach } from '@atelier/catalog';
import {
  type KindEnds,
  type KindStatus,
  type StatusReply,
  statusReply,
  toKindSubject,
} from '@atelier/contract';
import {
  type Breaker,
  countRecentEnds,
  type Ends,
  type Quantiles,
  readEnds,
  readEndsMark,
} from '@atelier/db';
import { type Durations, isOfSettings, timeFactors, waitForModel } from '@atelier/generations';
import type { Api, RouteDeps } from '../../api.ts';

type StatusDeps = Pick<RouteDeps, 'db' | 'durations' | 'breakers'>;

/** Counts cost three queries at most this often, however many ask. */
const countsAgeSeconds = 30;
/** Kept only so long that many who ask at once share a reply: what is held is known a second later. */
const maxAgeSeconds = 2;
/** Failures among the last ten ends from which a kind counts as failing. */
const failingFrom = 3;

/** How the kinds have done, for everybody. */
export function modelStatusRoutes(api: Api, deps: StatusDeps): void {
  let kept: { until: number; status: Promise<Counts> } | undefined;
  const read = () => {
    if (kept && performance.now() < kept.until) return kept.status;
    const status = readCounts(deps);
    kept = { until: performance.now() + countsAgeSeconds * 1_000, status };
    // The next request tries again.
    status.catch(() => {
      kept = undefined;
    });
    return status;
  };

  api.get(
    '/api/status',
    {
      config: { keyScopes: [] },
      schema: {
        tags: ['status'],
        summary: 'Get waits, times, failures and returned credits of each kind in the last day and week',
        response: { 200: statusReply },
      },
    },
    async (_request, reply) => {
      const [counts, breakers] = await Promise.all([read(), deps.breakers.read()]);
      const status = withBreakers(counts, breakers);
      void reply.header('cache-control', `public, max-age=${maxAgeSeconds}`);
      return status;
    },
  );
}

/** The reply without what breakers say. */
type Counts = Omit<StatusReply, 'provider_held_since' | 'kinds'> & {
  kinds: Omit<KindStatus, 'held_since' | 'successor'>[];
};

/** Adds what waits for the provider or for a model, and what to offer meanwhile. */
function withBreakers({ kinds: counted, ...counts }: Counts, breakers: readonly Breaker[]): StatusReply {
  const open = breakers.filter(({ state }) => state === 'open');
  const since = (subjects: readonly string[]) => {
    const times = open
      .filter(({ subject }) => subjects.includes(subject))
      .map((each) => each.since.getTime());
    return times.length > 0 ? new Date(Math.min(...times)).toISOString() : null;
  };
  const failing = new Set(counted.filter(({ is_failing }) => is_failing).map(({ id }) => id));
  const isUsable = (id: string) => !failing.has(id) && since([toKindSubject(id)]) === null;
  return {
    ...counts,
    provider_held_since: since(['account', 'provider']),
    kinds: counted.map((kind) => ({
      ...kind,
      held_since: since([toKindSubject(kind.id)]),
      successor: isUsable(kind.id) ? null : findSuccessor(kind.id, isUsable),
    })),
  };
}

async function readCounts({ db, durations }: StatusDeps): Promise<Counts> {
  const ids = kinds.map(({ id }) => id);
  const [countedTo, ends, recent, known] = await Promise.all([
    readEndsMark(db.pool),
    readEnds(db.pool),
    countRecentEnds(db.pool, ids),
    durations.read(),
  ]);
  return {
    counted_to: countedTo.toISOString(),
    kinds: kinds.map(({ id, medium }) => {
      const { failed = 0, total = 0 } = recent.find(({ kind }) => kind === id) ?? {};
      const found = ends.get(id);
      return {
        id,
        medium,
        recent: { failed, total },
        is_failing: failed >= failingFrom,
        expected: describeExpected(known, id),
        day: present(found?.day),
        week: present(found?.week),
      };
    }),
  };
}

/** Returns the factors of a kind, and those of the settings whose durations are measured separately. */
function describeExpected(known: Durations, kind: string): KindStatus['expected'] {
  const at = new Date();
  const slices = [...known.values()].filter((row) => row.kind === kind && isOfSettings(row));
  return {
    ...timeFactors(known, kind, '', at),
    wait_seconds: waitForModel(known, kind, at),
    slices: slices.map(({ slice }) => ({ slice, ...timeFactors(known, kind, slice, at) })),
  };
}

function present(ends: Ends | undefined): KindEnds {
  const { completed = 0, failed = 0, refused = 0, cancelled = 0, returned = 0, refunded = 0 } = ends ?? {};
  return {
    completed,
    failed,
    refused,
    cancelled,
    returned,
    refunded,
    wait_seconds: rounded(ends?.waitSeconds),
    run_seconds: rounded(ends?.runSeconds),
    back_seconds: rounded(ends?.backSeconds),
    kept: ends?.kept ? { typical: roundShare(ends.kept.typical), most: roundShare(ends.kept.most) } : null,
    tenths: ends?.tenths ?? null,
  };
}

function roundShare(share: number): number {
  return Number(share.toFixed(3));
}

/** Rounds to the two digits that the buckets give. */
function rounded(quantiles: Quantiles | undefined): Quantiles | null {
  if (!quantiles) return null;
  return { p50: Number(quantiles.p50.toPrecision(2)), p95: Number(quantiles.p95.toPrecision(2)) };
}

/**
 * Returns the kind to offer while another one is down: the dearest that may make the same in its place and costs no more
 * as it opens. `isUsable`: whether a kind takes work. Null when there is none.
 */
function findSuccessor(id: string, isUsable: (kind: string) => boolean): string | null {
  const kind = findKind(id);
  if (!kind) return null;
  const input = { ...defaultInput(kind), ...fillFields(kind) };
  const maxCredits = kind.price(input).costCredits;
  const reached = standInsInReach(kinds, { kind, input, maxCredits, limit: kinds.length });
  return reached.find((each) => isUsable(each.kind.id))?.kind.id ?? null;
}

const endings = { image: 'png', video: 'mp4', audio: 'mp3', 'audio-or-video': 'mp3' } as const;

/** Stands for what users fill in: only whether another kind has a field for it counts. */
function fillFields(kind: Kind): Record<string, unknown> {
  const required = Object.entries(kind.fields).filter(([, { isRequired }]) => isRequired);
  return Object.fromEntries(
    required.map(([name, { widget }]) => {
      if (widget.type !== 'upload') return [name, 'x'];
      const address = `https://example.com/file.${endings[widget.accept]}`;
      return [name, widget.maxFiles > 1 ? [address] : address];
    }),
  );
}
