import { openBillScene, soldEndpoint, soldKindId, trySubmitting } from './bill-scene.ts';
import { checkDrill } from './check-drill.ts';
import type { Drill } from './drill.ts';

/** Results after which a higher price is noticed at the latest. */
const results = 20;
const factor = 1.1;
const alert = 'KindUnderRule';

export const raisedPrice: Drill = {
  id: 'raised-price',
  promise:
    'fal raises a price by 10 %: an alert with the next 20 results, margins exact to the microdollar, and one press closes the kind',
  minutes: 0,
  async run({ stage, signal, print }) {
    const { bills } = stage.emulator.control;
    const scene = await openBillScene(stage, signal);
    const before = await scene.make(results);
    await scene.compare();
    const violations = await scene.expectFindings([]);
    if ((await scene.listAlerts()).includes(alert)) violations.push(`${alert} fires at the old price`);
    const raisedAtMs = Date.now();
    bills.raisePrice({ endpointId: soldEndpoint, factor });
    print(`the price rose to $${bills.findPriceUsd(soldEndpoint)}`);
    const after = await scene.make(results);
    await scene.compare();
    violations.push(...(await scene.expectFindings(['under_rule'])));
    if (!(await scene.listAlerts()).includes(alert)) violations.push(`${alert} does not fire`);
    // Prices are read once a day.
    await stage.db.pool.query('update cost_mark set prices_read_at = null');
    await scene.compare();
    violations.push(...(await scene.expectFindings(['price_raised', 'under_rule'])));
    violations.push(
      ...(await scene.checkMargins(bills.events().map(({ cost_total }) => toMicroUsd(cost_total)))),
    );
    const { findings, total } = await scene.readMargins();
    if (findings.some(({ found_at }) => Date.parse(found_at) < raisedAtMs))
      violations.push('something was found before the price rose');
    const kinds = new Set(findings.map(({ kind }) => kind));
    const [kind] = kinds;
    if (kinds.size !== 1 || kind !== soldKindId)
      violations.push(`the findings are about ${[...kinds].join(', ')}`);
    const closing = { reason: 'fal has raised its price', successor: null };
    const closed = await scene.operator.send('POST', `/api/admin/kinds/${kind}/close`, closing);
    if (closed.status !== 200) violations.push(`the closing is answered with ${closed.status}`);
    violations.push(...(await expectStatus(scene.user, soldKindId, 409)));
    violations.push(...(await expectStatus(scene.user, 'flux-schnell', 200)));
    return {
      measured: {
        resultsUntilFound: after.length,
        earnedMicroUsd: total.earned_micro_usd,
        billedMicroUsd: total.cost_micro_usd,
      },
      violations: [...violations, ...(await checkDrill(stage, [...before, ...after]))],
    };
  },
};

export function toMicroUsd(usd: number): number {
  return Math.round(usd * 1_000_000);
}

/** Asks each api, whose requests the balancer gives to both by turns. */
async function expectStatus(user: Parameters<typeof trySubmitting>[0], kindId: string, expected: number) {
  const replies = [await trySubmitting(user, kindId), await trySubmitting(user, kindId)];
  return replies.flatMap(({ status }) =>
    status === expected ? [] : [`a submission of ${kindId} is answered with ${status}, not ${expected}`],
  );
}
