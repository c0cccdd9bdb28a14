import type { StatusReply } from '@atelier/contract';
import { expect, test } from './fixtures.ts';

const languages = [
  {
    locale: 'en-US',
    words: 'about 0:06, at most 0:09',
    short: 'about 0:06, max 0:09',
    model: /^Model /,
    listed: '0:06',
  },
  {
    locale: 'zh-CN',
    words: '约 0:06，最多 0:09',
    short: '约 0:06，最多 0:09',
    model: /^模型 /,
    listed: '0:06',
  },
];

/** Twice and three times as long as is guessed, whatever the settings. */
const expected = { typical: 2, most: 3, wait_seconds: 0, slices: [] };

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('visitors read in a form and in its list of models how long it takes, at every width', async ({
      page,
    }) => {
      await page.route('**/api/status', async (route) => {
        const response = await route.fetch();
        const { kinds, ...rest } = (await response.json()) as StatusReply;
        const slow = kinds.map((kind) => (kind.id === 'flux-schnell' ? { ...kind, expected } : kind));
        await route.fulfill({ response, json: { ...rest, kinds: slow } });
      });
      await page.goto('/creator/image/text-to-image?model=flux-schnell');
      const time = page.getByTitle(labels.words);
      for (const width of [1440, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        // Text for screen readers alone is one pixel wide.
        const widest = () =>
          time
            .locator('span')
            .evaluateAll(
              (spans, words) =>
                Math.max(
                  ...spans
                    .filter(({ textContent }) => textContent === words)
                    .map((span) => span.getBoundingClientRect().width),
                ),
              width < 768 ? '0:06–0:09' : labels.short,
            );
        await expect.poll(widest, `${width} px`).toBeGreaterThan(40);
        await expect(time).toBeInViewport({ ratio: 1 });
      }
      await page.setViewportSize({ width: 768, height: 900 });
      await page.getByRole('button', { name: labels.model }).click();
      await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toContainText(
        labels.listed,
      );
    });
  });
}
