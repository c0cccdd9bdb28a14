import { expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, type Locale, test } from './creator.ts';
import { pngFile } from './upload-fixtures.ts';

const red = pngFile('red.png', [200, 40, 40], 320);

const languages = [
  {
    locale: 'en-US',
    camera: 'Camera',
    left: 'Slow pan left',
    orbit: 'Orbit shot',
    with: ['A heron over a lake. Slow pan left.', ' Orbit shot.'],
    without: 'A heron over a lake. Orbit shot.',
    firstFrame: 'First frame',
    remove: 'Remove: Image',
    made: 'Made from your picture now.',
  },
  {
    locale: 'zh-CN',
    camera: '运镜',
    left: '镜头缓慢左摇',
    orbit: '镜头环绕主体',
    with: ['A heron over a lake。镜头缓慢左摇。', '镜头环绕主体。'],
    without: 'A heron over a lake。镜头环绕主体。',
    firstFrame: '首帧',
    remove: '移除：图片',
    made: '现在将根据您的图片生成。',
  },
] as const satisfies ({ locale: Locale } & Record<string, unknown>)[];

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('moves of the camera are sentences that one press adds to the prompt and another takes out', async ({
      page,
    }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      await creator.prompt.fill('A heron over a lake');
      const camera = page.getByRole('button', { name: labels.camera, exact: true });
      const choose = async (move: string, isIn: boolean) => {
        await camera.click();
        const item = page.getByRole('button', { name: move, exact: true });
        await expect(item).toHaveAttribute('aria-pressed', String(isIn));
        await item.click();
        await expect(item).toBeHidden();
      };
      await choose(labels.left, false);
      await expect(creator.prompt).toHaveValue(labels.with[0]);
      await choose(labels.orbit, false);
      await expect(creator.prompt).toHaveValue(labels.with.join(''));
      await choose(labels.left, true);
      await expect(creator.prompt).toHaveValue(labels.without);
      await creator.prompt.press('ControlOrMeta+z');
      await expect(creator.prompt).toHaveValue(labels.with.join(''));
      await camera.click();
      await expectAccessibleInEveryLayout(page, 'the moves of the camera');
    });

    test('a first frame that is chosen at the prompt makes the form one that begins with it', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const creator = new Creator(page, labels.locale);
      await creator.open();
      await creator.prompt.fill('A paper boat');
      await page.locator('[data-follows-files]').waitFor({ state: 'attached' });
      await page.getByLabel(labels.firstFrame, { exact: true }).setInputFiles(red);
      await expect(page).toHaveURL(/\/image-to-video\/image-to-video$/);
      await expect(page.getByText(labels.made)).toBeVisible();
      await expect(page.getByRole('button', { name: labels.remove })).toBeVisible();
      await expect(creator.prompt).toHaveValue('A paper boat');
      await expect(page.getByLabel(labels.firstFrame, { exact: true })).toHaveCount(0);
    });
  });
}

test('the foot of a prompt has only what its model takes', { tag: '@each-rule' }, async ({
  page,
  creator,
}) => {
  for (const [path, camera, firstFrame] of [
    ['/creator/image/text-to-image', 0, 0],
    ['/creator/image-to-video/image-to-video', 1, 0],
    ['/creator/audio/music', 0, 0],
  ] as const) {
    await page.goto(path);
    await expect(creator.prompt, path).toBeVisible();
    await expect(page.getByRole('button', { name: 'Earlier prompts and samples' }), path).toBeVisible();
    await expect(page.getByRole('button', { name: 'Camera', exact: true }), path).toHaveCount(camera);
    await expect(page.getByLabel('First frame', { exact: true }), path).toHaveCount(firstFrame);
  }
});

test('a prompt of the greatest length leaves its tools and its count on one line', {
  tag: '@each-rule',
}, async ({ page, creator }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await creator.open();
  const camera = page.getByRole('button', { name: 'Camera', exact: true });
  for (const text of ['', 'x'.repeat(2_000)]) {
    await creator.prompt.fill(text);
    const count = page.getByText(`${text.length} / 2000`, { exact: true });
    const [tool, counted] = await Promise.all([camera.boundingBox(), count.boundingBox()]);
    expect(counted?.y ?? 0).toBeLessThan((tool?.y ?? 0) + (tool?.height ?? 0));
  }
});
