import type { Page } from '@playwright/test';

/** Lets the first submissions of batches arrive and loses their answers. Returns the request ids, as they are sent. */
export async function loseAnswers(page: Page, count: number): Promise<string[]> {
  const ids: string[] = [];
  await page.route('**/api/batches', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    ids.push(route.request().postDataJSON().request_id);
    if (ids.length > count) return route.fallback();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return ids;
}

/** Answers submissions of batches as if they cost something else now. Returns the totals that were named. */
export async function repriceBatches(page: Page, cost: number): Promise<number[]> {
  const named: number[] = [];
  await page.route('**/api/batches', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const { expected_cost } = route.request().postDataJSON();
    named.push(expected_cost);
    const error = 'The price has changed';
    const reply = { success: false, error, message: error, code: 'price_changed', cost, expected_cost };
    return route.fulfill({ status: 409, json: reply });
  });
  return named;
}
