import { ledgerQuery } from '../money/credits.ts';
import {
  adminAccountBody,
  adminAccountReply,
  adminCreditsBody,
  adminCreditsReply,
  adminGenerationReply,
  adminLedgerReply,
  adminOwedReply,
  adminReasonBody,
  adminSettleBody,
  adminUserReply,
  adminUsersQuery,
  adminUsersReply,
} from './admin.ts';
import { adminBreakersReply } from './admin-breakers.ts';
import { adminMarginsQuery, adminMarginsReply } from './admin-margins.ts';
import {
  adminCopiesReply,
  adminReportActBody,
  adminReportActReply,
  adminReportsQuery,
  adminReportsReply,
} from './admin-reports.ts';
import { adminResultsQuery, adminResultsReply } from './admin-results.ts';
import { adminAuditQuery, adminAuditReply } from './audit.ts';
import {
  adminAnnounceKindBody,
  adminCloseKindBody,
  adminKindReply,
  adminOpenKindBody,
} from './kind-closures.ts';

/** The calls of operators, by method and path, as in `apiCalls`. */
export const adminCalls = {
  'GET /api/admin/users': { query: adminUsersQuery, reply: adminUsersReply },
  'GET /api/admin/users/{id}': { reply: adminUserReply },
  'GET /api/admin/users/{id}/ledger': { query: ledgerQuery, reply: adminLedgerReply },
  'POST /api/admin/users/{id}/lock': { body: adminAccountBody, reply: adminAccountReply },
  'POST /api/admin/users/{id}/unlock': { body: adminAccountBody, reply: adminAccountReply },
  'POST /api/admin/users/{id}/end-sessions': { body: adminAccountBody, reply: adminAccountReply },
  'POST /api/admin/users/{id}/revoke-keys': { body: adminAccountBody, reply: adminAccountReply },
  'GET /api/admin/audit': { query: adminAuditQuery, reply: adminAuditReply },
  'GET /api/admin/breakers': { reply: adminBreakersReply },
  'GET /api/admin/results': { query: adminResultsQuery, reply: adminResultsReply },
  'GET /api/admin/margins': { query: adminMarginsQuery, reply: adminMarginsReply },
  'GET /api/admin/reports': { query: adminReportsQuery, reply: adminReportsReply },
  'GET /api/admin/reports/{id}/copies': { reply: adminCopiesReply },
  'POST /api/admin/reports/{id}/hide': { body: adminReportActBody, reply: adminReportActReply },
  'POST /api/admin/reports/{id}/keep': { body: adminReportActBody, reply: adminReportActReply },
  'POST /api/admin/reports/{id}/remove': { body: adminReportActBody, reply: adminReportActReply },
  'POST /api/admin/reports/{id}/restore': { body: adminReportActBody, reply: adminReportActReply },
  'POST /api/admin/kinds/{kind}/close': { body: adminCloseKindBody, reply: adminKindReply },
  'POST /api/admin/kinds/{kind}/announce': { body: adminAnnounceKindBody, reply: adminKindReply },
  'POST /api/admin/kinds/{kind}/open': { body: adminOpenKindBody, reply: adminKindReply },
  'GET /api/admin/owed': { reply: adminOwedReply },
  'POST /api/admin/payment-events/{id}/settle': { body: adminSettleBody, reply: adminOwedReply },
  'POST /api/admin/credits': { body: adminCreditsBody, reply: adminCreditsReply },
  'POST /api/admin/generations/{id}/retry': { body: adminReasonBody, reply: adminGenerationReply },
  'POST /api/admin/generations/{id}/fail': { body: adminReasonBody, reply: adminGenerationReply },
  'POST /api/admin/generations/{id}/refund': { body: adminReasonBody, reply: adminGenerationReply },
} as const;
