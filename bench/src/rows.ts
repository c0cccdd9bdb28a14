import type { Row } from './row.ts';
import { createVideoRow } from './rows/p1-create-video.ts';
import { sessionLookupRow } from './rows/p2-session-lookup.ts';
import { webhookToEventRow } from './rows/p3-webhook-to-event.ts';
import { pollingRow } from './rows/p4-polling.ts';
import { inFlightRow } from './rows/p5-in-flight.ts';
import { providerCallsRow } from './rows/p6-provider-calls.ts';
import { historyRow } from './rows/p7-history.ts';
import { uploadRow } from './rows/p8-upload.ts';
import { zipRow } from './rows/p9-zip.ts';
import { workerDeathRow } from './rows/p10-worker-death.ts';
import { npmStartRow } from './rows/p11-npm-start.ts';
import { twoOfEachRow } from './rows/p12-two-of-each.ts';

/** In the order of the budgets. */
export const rows: readonly Row[] = [
  createVideoRow,
  sessionLookupRow,
  webhookToEventRow,
  pollingRow,
  inFlightRow,
  providerCallsRow,
  historyRow,
  uploadRow,
  zipRow,
  workerDeathRow,
  npmStartRow,
  twoOfEachRow,
];
