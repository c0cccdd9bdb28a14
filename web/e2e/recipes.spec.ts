import { kinds as allKinds, type Kind, parseInput } from '@atelier/catalog';
import { listExamples } from '@atelier/catalog/server';
import type { Page } from '@playwright/test';
import { sampleRecipe, signFile } from '../src/product/provenance/testing/sign-file.ts';
import { expect, test, uniquePrompt } from './creator.ts';
import { submitImages } from './make-images.ts';
import { readTexts } from './read-texts.ts';
import { pngFile } from './upload-fixtures.ts';

const picture = pngFile('result.png', [90, 140, 200]);
/** A page is loaded once for the kinds of a medium. */
const byMedium = Map.groupBy(allKinds, ({ medium }) => medium);

for (const [medium, kinds] of byMedium) {
  test(`a dropped file of each kind of ${medium} becomes the request that it was made with`, {
    tag: medium === 'audio' ? [] : '@each-kind',
  }, async ({ page, problems }) => {
    test.setTimeout(180_000 + 20_000 * kinds.length);
    // The files of examples exist nowhere, and nothing is made.
    problems.allow(/example\.com/);
    await page.route('https://example.com/**', (route) => route.fulfill({ body: picture.buffer }));
    problems.allow(/^response 409 POST/);
    const refusal = { status: 409, json: { error: { code: 'conflict' } } };
    await page.route(/\/api\/.*create/, (route) => route.fulfill(refusal));
    // Another test closes two of the kinds for a while.
    await page.route('**/api/kinds/closures', (route) => route.fulfill({ json: { closures: [] } }));
    // The files in a recipe count only for the owner of its generation, whatever that made.
    const [generation = ''] = await submitImages(page, [uniquePrompt('A kite')]);
    await page.goto('/privacy');
    for (const kind of kinds)
      await test.step(kind.id, async () => {
        const input = findExample(kind);
        const body = await sendThroughFile(page, kind, { generation, input });
        // How a body names its kind is tested with the form; the address of the form names it here.
        expect(body).toMatchObject({
          ...input,
          ...readUsual(kind),
          made_from: generation,
          expected_cost: kind.price(input).costCredits,
        });
      });
  });
}

/** The last one differs most from what the form begins with. */
function findExample(kind: Kind): Readonly<Record<string, unknown>> {
  const example = parseInput(kind, listExamples(kind).at(-1)?.input ?? {});
  if (!example.ok) throw new Error(JSON.stringify(example.issues));
  return example.input;
}

/** Defaults of the fields that the model ignores, which the form does not have. */
function readUsual({ fields }: Kind): Record<string, unknown> {
  const ignored = Object.entries(fields).filter(([, { isIgnored }]) => isIgnored);
  return Object.fromEntries(ignored.map(([name, field]) => [name, field.default]));
}

/** Returns the body that the form sends after a file with this recipe has filled it in. */
async function sendThroughFile(
  page: Page,
  kind: Kind,
  own: { generation: string; input: Readonly<Record<string, unknown>> },
): Promise<unknown> {
  const recipe = sampleRecipe({ ...own, kind: kind.id, seed: null });
  const file = await signFile(picture.buffer, 'image/png', { recipe });
  const use = page
    .getByRole('dialog', { name: 'Made with these settings' })
    .getByRole('button', { name: 'Use its settings' });
  await expect(async () => {
    await page.evaluate(dropOnPage, { name: picture.name, base64: file.toString('base64') });
    await expect(use).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await use.click();
  await expect(page).toHaveURL(new RegExp(`/creator/${kind.menu.path}(\\?|$)`));
  // The settings leave the address when they are in the form; a press before that would find it empty.
  await expect(page).not.toHaveURL(/made_from=/);
  // A form asks for each consent again.
  for (const [name, { widget }] of Object.entries(kind.fields))
    if (widget.type === 'consent' && own.input[name] === true)
      await page.getByRole('checkbox', { name: readWords(kind).fields?.[name]?.help }).check();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && /create/.test(request.url()));
  await page.getByRole('button', { name: new RegExp(`^${readWords(kind).cta} · `) }).click();
  const body = (await sent).postDataJSON();
  // Leaves the form without loading the page again: the next form begins with what its own file fills in.
  await page.goBack();
  await expect(page).toHaveURL(/\/privacy(\?|$)/);
  return body;
}

type KindWords = { cta: string; fields?: Record<string, { help?: string }> };

/** Words of the kind's form alone. */
function readWords({ id }: Kind): KindWords {
  return readTexts('en', `kinds/${id}`);
}

/** Drops a file beside every field. */
function dropOnPage({ name, base64 }: { name: string; base64: string }): void {
  const transfer = new DataTransfer();
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  transfer.items.add(new File([bytes], name, { type: 'image/png' }));
  const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent('drop', init));
}
