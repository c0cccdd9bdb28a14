import type {
  AdminAuditReply,
  AdminBreakersReply,
  AdminCopiesReply,
  AdminMarginsReply,
  AdminOwedReply,
  AdminResultsReply,
  AdminUser,
  AdminUserReply,
  LeavingKind,
  LedgerKind,
  PublicGeneration,
  ReportedWork,
} from '@atelier/contract';
import { fillPath, request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { setKindClosures } from '#product/kinds/kind-closures.ts';
import { kindChanges } from '#product/realtime/changes.ts';
import type { AdminSearch } from './admin-search.ts';
import { type AuditSearch, toAuditFilter } from './audit-search.ts';

export type AdminLine = AdminUserReply['ledger'][number];
export type AdminPurchase = AdminUserReply['purchases'][number];
export type MoveKind = Extract<LedgerKind, 'grant' | 'refund' | 'adjustment'>;
export type GenerationAction = 'retry' | 'fail' | 'refund';

const key = ['admin'] as const;

type Context = { signal: AbortSignal };
type Page<Row> = { data: Row[]; total: number; page: number; totalPages: number };

export function usersQuery({ search = '', page = 1 }: AdminSearch) {
  return {
    queryKey: [...key, 'users', search, page],
    queryFn: ({ signal }: Context): Promise<Page<AdminUser>> =>
      request('GET /api/admin/users', { query: { search, page }, signal }),
  };
}

export function auditQuery(search: AuditSearch) {
  const query = { ...toAuditFilter(search), before: search.before };
  return {
    queryKey: [...key, 'audit', query],
    queryFn: ({ signal }: Context): Promise<AdminAuditReply> =>
      request('GET /api/admin/audit', { query, signal }),
  };
}

/** The URL of the CSV with the same filters. */
export function auditCsvPath(search: AuditSearch): string {
  return fillPath('/api/admin/audit.csv', {}, toAuditFilter(search));
}

export type ReportAct = 'hide' | 'keep' | 'remove' | 'restore';

export function reportsQuery(state: 'open' | 'decided') {
  return {
    queryKey: [...key, 'reports', state],
    queryFn: async ({ signal }: Context): Promise<ReportedWork[]> => {
      const { data } = await request('GET /api/admin/reports', { query: { state }, signal });
      return data;
    },
  };
}

export function copiesQuery(id: string) {
  return {
    queryKey: [...key, 'copies', id],
    queryFn: async ({ signal }: Context): Promise<AdminCopiesReply['data']> => {
      const { data } = await request('GET /api/admin/reports/{id}/copies', { params: { id }, signal });
      return data;
    },
  };
}

export function reportedFilePath(id: string, position: number): string {
  return fillPath('/api/admin/reports/{id}/files/{position}', { id, position: String(position) });
}

/** Decides, and reads the queue again, also when another operator was faster. */
export async function decideReport(id: string, act: ReportAct, reason: string): Promise<void> {
  try {
    await request(`POST /api/admin/reports/{id}/${act}`, { params: { id }, body: { reason } });
  } finally {
    await queryClient.invalidateQueries({ queryKey: [...key, 'reports'] });
  }
}

export const marginWindows = ['day', 'week', 'month'] as const;
export type MarginWindow = (typeof marginWindows)[number];

export function marginsQuery(window: MarginWindow) {
  return {
    queryKey: [...key, 'margins', window],
    queryFn: ({ signal }: Context): Promise<AdminMarginsReply> =>
      request('GET /api/admin/margins', { query: { window }, signal }),
  };
}

/** The URL of the file for a claim at fal. */
export function claimsCsvPath(window: MarginWindow): string {
  return fillPath('/api/admin/margins/claims.csv', {}, { window });
}

export function resultsQuery(window: 'day' | 'week', kind: string | undefined) {
  return {
    queryKey: [...key, 'results', window, kind],
    queryFn: ({ signal }: Context): Promise<AdminResultsReply> =>
      request('GET /api/admin/results', { query: { window, kind }, signal }),
  };
}

/** Returns what the page's reply says of a kind that its maker is about to close. */
export function findLeaving(kind: string): LeavingKind | undefined {
  return queryClient
    .getQueriesData<AdminResultsReply>({ queryKey: [...key, 'results'] })
    .flatMap(([, reply]) => reply?.leaving ?? [])
    .find((leaving) => leaving.kind === kind);
}

export function resultFramesPath(outputId: string): string {
  return fillPath('/api/admin/results/{id}/frames', { id: outputId });
}

/** Breakers of what fal takes no work of. */
export const breakersQuery = {
  queryKey: [...key, 'breakers'],
  queryFn: ({ signal }: Context): Promise<AdminBreakersReply> =>
    request('GET /api/admin/breakers', { signal }),
};
kindChanges.subscribe(() => void queryClient.invalidateQueries({ queryKey: breakersQuery.queryKey }));

export const owedQuery = {
  queryKey: [...key, 'owed'],
  queryFn: ({ signal }: Context): Promise<AdminOwedReply> => request('GET /api/admin/owed', { signal }),
};

/** Ends the alert about an event of a payment. */
export async function settlePaymentEvent(id: string, reason: string): Promise<void> {
  const reply = await request('POST /api/admin/payment-events/{id}/settle', {
    params: { id },
    body: { reason },
  });
  queryClient.setQueryData(owedQuery.queryKey, reply);
}

export function userQuery(id: string) {
  return { queryKey: [...key, 'user', id], queryFn: ({ signal }: Context) => fetchUser(id, signal) };
}

function fetchUser(id: string, signal?: AbortSignal): Promise<AdminUserReply> {
  return request('GET /api/admin/users/{id}', { params: { id }, signal });
}

export function userLedgerQuery(id: string, page: number) {
  return {
    queryKey: [...key, 'ledger', id, page],
    queryFn: ({ signal }: Context): Promise<Page<AdminLine>> =>
      request('GET /api/admin/users/{id}/ledger', { params: { id }, query: { page }, signal }),
  };
}

/** Reads everything on screen again, since an operation can change all of it, and finds the line that it booked. */
export async function findBookedLine(
  userId: string,
  isBooked: (line: AdminLine) => boolean,
): Promise<AdminLine | undefined> {
  const [{ ledger }] = await Promise.all([
    fetchUser(userId),
    queryClient.invalidateQueries({ queryKey: key }),
  ]);
  return ledger.find(isBooked);
}

type Move = { user_id: string; kind: MoveKind; credits: number; reason: string; request_id: string };

/** Returns the id of the ledger entry. Idempotent by `request_id`. */
export async function moveCredits(move: Move): Promise<number> {
  const { entry_id: entryId } = await request('POST /api/admin/credits', { body: move });
  return entryId;
}

export type AccountAct = 'lock' | 'unlock' | 'end-sessions' | 'revoke-keys';

/** Returns how many sessions were ended or keys revoked. */
export async function operateAccount(id: string, act: AccountAct, reason: string): Promise<number> {
  const { changed } = await request(`POST /api/admin/users/{id}/${act}`, {
    params: { id },
    body: { reason },
  });
  await queryClient.invalidateQueries({ queryKey: key });
  return changed;
}

type OperateRequest = { id: string; action: GenerationAction; reason: string; request_id: string };

/** Returns the generation that was changed; after a retry that is a new one. */
export async function operateGeneration({ id, action, ...body }: OperateRequest): Promise<PublicGeneration> {
  const { generation } = await request(`POST /api/admin/generations/{id}/${action}`, {
    params: { id },
    body,
  });
  return generation;
}

export type KindAct = 'close' | 'announce' | 'open';
type KindWords = { reason: string; successor: string | null; note: string | null; leaves_at: string };

/** Does it for all users at once; their open forms follow by an event. */
export async function operateKind(kind: string, act: KindAct, words: KindWords): Promise<void> {
  const params = { kind };
  const { leaves_at, reason, ...follows } = words;
  const body = { reason, ...follows };
  const { closures } =
    act === 'open'
      ? await request('POST /api/admin/kinds/{kind}/open', { params, body: { reason } })
      : act === 'close'
        ? await request('POST /api/admin/kinds/{kind}/close', { params, body })
        : await request('POST /api/admin/kinds/{kind}/announce', { params, body: { ...body, leaves_at } });
  setKindClosures(closures);
  await rereadResults();
}

export function rereadResults(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [...key, 'results'] });
}
