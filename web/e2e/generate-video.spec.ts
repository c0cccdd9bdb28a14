import { Creator, expect, type Locale, test, uniquePrompt } from './creator.ts';
import { followCard } from './follow-card.ts';

const languages = [
  {
    locale: 'en-US',
    subject: 'A red kite over a white cliff',
    inQueue: 'In queue',
    generating: 'Generating',
    history: 'Library',
    done: 'Done',
    charged: 'Cost300 credits',
  },
  {
    locale: 'zh-CN',
    subject: '白色悬崖上空的红色风筝',
    inQueue: '排队中',
    generating: '生成中',
    history: '作品库',
    done: '已完成',
    charged: '费用300 积分',
  },
] satisfies (Record<string, string> & { locale: Locale })[];

// The other files run without animations.
test.use({ savesData: false, contextOptions: { reducedMotion: 'no-preference' } });

for (const labels of languages) {
  test.describe(`a user in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('follows a prompt from queue and progress to a playing video, a history row and a settled balance', async ({
      page,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      const before = await creator.creditsLeft();
      const heldBefore = await creator.creditsHeld();
      // Slow, so that each stage is shown before the next one begins.
      const prompt = uniquePrompt(`${labels.subject} [slow]`);
      const readGeneration = await followCard(page, prompt);

      const card = await creator.generate(prompt);
      await expect(card.getByRole('progressbar')).toBeVisible();
      expect(await page.evaluate(listEndless)).toEqual(['transform']);
      await creator.expectCreditsLeft(before - 300);
      const video = card.locator('video');
      await expect(video).toBeVisible();

      const { texts, stages, percents } = await readGeneration();
      const findFirst = (label: string) => stages.findIndex((stage) => stage.startsWith(label));
      // A page that reads late may miss the queue; waiting.spec.ts holds a generation there.
      expect(findFirst(labels.generating), stages.join(', ')).toBeGreaterThanOrEqual(0);
      expect(findFirst(labels.inQueue), stages.join(', ')).toBeLessThan(findFirst(labels.generating));
      expect(percents).toEqual(percents.toSorted((a, b) => a - b));
      expect(Math.max(...percents)).toBeLessThan(100);
      expect(texts.filter((text) => text.includes('%'))).toEqual([]);

      await video.evaluate((element: HTMLVideoElement) => {
        element.muted = true;
        return element.play();
      });
      await expect
        .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
        .toBeGreaterThan(0.2);

      await page.goto('/creator/history/video');
      const row = page.getByRole('article').filter({ hasText: prompt });
      await expect(row).toContainText(labels.done);
      await row.getByRole('link', { name: prompt, exact: true }).click();
      await expect(page.getByRole('dialog')).toContainText(labels.charged);
      await creator.expectCreditsLeft(before - 300);
      expect(await creator.creditsHeld()).toBe(heldBefore);
    });
  });
}

/** Lists the properties that endless animations change: all but transforms and opacity are repainted in every frame. */
function listEndless(): string[] {
  const endless = document
    .getAnimations()
    .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? [effect] : []))
    .filter((effect) => effect.getTiming().iterations === Number.POSITIVE_INFINITY);
  const known = ['offset', 'easing', 'composite', 'computedOffset'];
  const names = endless.flatMap((effect) => effect.getKeyframes().flatMap((frame) => Object.keys(frame)));
  return [...new Set(names)].filter((name) => !known.includes(name));
}
