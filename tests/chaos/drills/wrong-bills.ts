import type { Stage } from '../stage/open-stage.ts';
import { openBillScene, soldEndpoint } from './bill-scene.ts';
import { checkDrill } from './check-drill.ts';
import type { Drill } from './drill.ts';
import { toMicroUsd } from './raised-price.ts';

const unknownId = 'request-of-another';
const alert = 'FalBillsDiffer';
/** Cost in the catalog, which an image without a bill is estimated at. */
const estimateMicroUsd = 35_000;

export const wrongBills: Drill = {
  id: 'wrong-bills',
  promise:
    'a usage report lacks one request and has one too many: both are found, the unknown and the undelivered one are in the claim file',
  minutes: 0,
  async run({ stage, signal }) {
    const { bills } = stage.emulator.control;
    const scene = await openBillScene(stage, signal);
    const ids = await scene.make(8);
    const [refusedId] = await scene.make(1, 'fail');
    const requestOf = await readRequests(stage);
    const missing = requestOf.get(ids[0] ?? '') ?? '';
    bills.dropBill(missing);
    bills.addBill({ requestId: unknownId, endpointId: soldEndpoint, units: 2 });
    await scene.compare();
    await age(stage);
    const violations = await scene.expectFindings(['missing_bill', 'unknown_bill']);
    if (!(await scene.listAlerts()).includes(alert)) violations.push(`${alert} does not fire`);
    const costs = () => bills.events().map(({ cost_total }) => toMicroUsd(cost_total));
    violations.push(...(await scene.checkMargins([...costs(), estimateMicroUsd])));
    const refused = requestOf.get(refusedId ?? '') ?? '';
    const expected = [`${refused} provider_rejected 0.035000`, `${unknownId} unknown 0.070000`].toSorted();
    const claims = await readClaims(scene.operator);
    if (claims.join() !== expected.join())
      violations.push(`the claim file has ${claims.join(', ')}, not ${expected.join(', ')}`);
    // The bill comes late.
    bills.addBill({ requestId: missing, endpointId: soldEndpoint });
    await scene.compare();
    violations.push(...(await scene.expectFindings(['unknown_bill'])));
    violations.push(...(await scene.checkMargins(costs())));
    return {
      measured: { requests: ids.length + 1, claims: claims.length },
      violations: [...violations, ...(await checkDrill(stage, ids))],
    };
  },
};

async function readRequests({ db }: Stage): Promise<Map<string, string>> {
  const { rows } = await db.pool.query<{ id: string; provider_request_id: string }>(
    'select id, provider_request_id from generation',
  );
  return new Map(rows.map((row) => [row.id, row.provider_request_id]));
}

/** Moves all requests back by three hours: a missing bill is awaited for two, an unknown one for 15 minutes. */
async function age({ db }: Stage): Promise<void> {
  await db.pool.query("update provider_cost set finished_at = finished_at - interval '3 hours'");
  await db.pool.query("update generation_earning set ended_at = ended_at - interval '3 hours'");
}

/** Request, reason and dollars of each line of the claim file. */
async function readClaims(
  operator: Awaited<ReturnType<typeof openBillScene>>['operator'],
): Promise<string[]> {
  const { status, body } = await operator.send('GET', '/api/admin/margins/claims.csv?window=day');
  if (status !== 200) throw new Error(`The claim file is answered with ${status}`);
  const [header = '', ...lines] = String(body).trim().split('\r\n');
  const columns = header.split(',');
  const wanted = ['request_id', 'reason', 'cost_usd'].map((name) => columns.indexOf(name));
  return lines.map((line) => wanted.map((place) => line.split(',')[place]).join(' ')).toSorted();
}
