import { kinds } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import { type AdminMarginsReply, adminMarginsQuery, adminMarginsReply } from '@atelier/contract';
import {
  type BalanceForecast,
  type Claim,
  type CostFindingRow,
  forecastBalance,
  listClaims,
  listCostFindings,
  listWorstMargins,
  type MarginGroup,
  readMargins,
  toCsvCell,
} from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeOperator } from '../../plugins/describe-actor.ts';

const hourMs = 3_600_000;
const hoursOf = { day: 24, week: 7 * 24, month: 30 * 24 };
const limits = { users: 20, worst: 10, claims: 50, exported: 10_000 };

/** Earnings and fal's charges for them (docs/costs.md), and the file for a claim at fal. */
export function adminMarginRoutes(api: Api, { db, audit }: RouteDeps): void {
  const readSince = (window: keyof typeof hoursOf) => new Date(Date.now() - hoursOf[window] * hourMs);

  api.get(
    '/api/admin/margins',
    {
      schema: {
        tags: ['admin'],
        summary: 'Read margins by kind, day, pack and user, and what does not add up',
        querystring: adminMarginsQuery,
        response: { 200: adminMarginsReply },
      },
    },
    async ({ query }) => {
      const since = readSince(query.window);
      const [groups, worst, claims, findings, forecast] = await Promise.all([
        readMargins(db.pool, since, limits.users),
        listWorstMargins(db.pool, since, limits.worst),
        listClaims(db.pool, since, limits.claims),
        listCostFindings(db.pool),
        forecastBalance(db.pool),
      ]);
      return {
        ...presentGroups(groups, since),
        worst: worst.map(({ ended_at, ...row }) => ({ ...row, ended_at: ended_at.toISOString() })),
        claims: claims.map(presentClaim),
        findings: findings.map(presentFinding),
        balance: forecast ? presentBalance(forecast) : null,
      };
    },
  );

  api.get(
    '/api/admin/margins/claims.csv',
    {
      schema: {
        tags: ['admin'],
        summary: 'Export requests that were billed and not delivered as CSV',
        querystring: adminMarginsQuery,
        response: { 200: { content: { 'text/csv': { schema: z.unknown() } } } },
      },
    },
    async (request, reply) => {
      const { window } = request.query;
      const claims = await listClaims(db.pool, readSince(window), limits.exported);
      await audit.record({
        name: 'operator_exported_claims',
        ...describeOperator(request, null),
        details: { window, claims: claims.length },
      });
      const lines = [columns.join(','), ...claims.map(toLine)];
      reply.header('content-disposition', 'attachment; filename="fal-claims.csv"');
      return reply.type('text/csv; charset=utf-8').send(`${lines.join('\r\n')}\r\n`);
    },
  );
}

function presentGroups(groups: readonly MarginGroup[], since: Date) {
  const list = (wanted: MarginGroup['by']) =>
    groups.filter(({ by }) => by === wanted).map(({ by: _by, ...group }) => group);
  const [all] = list('all');
  if (!all) throw new Error('There is no sum of margins');
  const { name: _name, ...total } = all;
  return {
    total,
    kinds: list('kind'),
    days: fillDays(list('day'), since),
    packs: list('pack'),
    users: list('user'),
  };
}

const noMargin = {
  generations: 0,
  credits: 0,
  earned_micro_usd: 0,
  cost_micro_usd: 0,
  estimated_micro_usd: 0,
};

/** All days of the period, also those on which nothing ended. */
function fillDays(days: readonly Omit<MarginGroup, 'by'>[], since: Date) {
  const byName = new Map(days.map((day) => [day.name, day]));
  const names: string[] = [];
  const today = toDay(new Date());
  for (let ms = since.getTime(); names.at(-1) !== today; ms += 24 * hourMs) names.push(toDay(new Date(ms)));
  return names.map((name) => byName.get(name) ?? { name, ...noMargin });
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function presentClaim({ finished_at, ...claim }: Claim): AdminMarginsReply['claims'][number] {
  return { ...claim, finished_at: finished_at.toISOString() };
}

function presentFinding({ found_at, ...finding }: CostFindingRow): AdminMarginsReply['findings'][number] {
  const { code, subject } = finding;
  const found = kinds.find((kind) =>
    code === 'under_rule' ? kind.id === subject : getProvider(kind).endpoint === subject,
  );
  return { ...finding, kind: found?.id ?? null, found_at: found_at.toISOString() };
}

function presentBalance({ hours, read_at, ...balance }: BalanceForecast) {
  return {
    ...balance,
    read_at: read_at.toISOString(),
    empty_at: hours === null ? null : findEnd(read_at, hours),
  };
}

/** A balance that lasts for longer than a century counts as one that lasts a century. */
function findEnd(readAt: Date, hours: number): string {
  return new Date(readAt.getTime() + Math.min(hours, 876_000) * hourMs).toISOString();
}

const columns = [
  'request_id',
  'endpoint',
  'finished_at',
  'reason',
  'units',
  'unit_price',
  'cost_usd',
  'source',
  'kind',
  'generation_id',
] as const;

function toLine(claim: Claim): string {
  const cells = {
    ...presentClaim(claim),
    cost_usd: (claim.cost_micro_usd / 1_000_000).toFixed(6),
  };
  return columns.map((column) => toCsvCell(cells[column])).join(',');
}
