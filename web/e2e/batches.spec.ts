import type { PickStatisticsReply } from '@atelier/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { Creator, expect, test } from './creator.ts';
import { newWord } from './make-images.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { readZip } from './read-zip.ts';

const languages = [
  {
    locale: 'en-US',
    ended: /^Batch ended, 4 done: /,
    single: /^Image ready/,
    open: 'More than one',
    prompts: 'Prompts, one per line',
    dev: /^FLUX dev/,
    factors: '2 prompts × 2 models = 4 items',
    generate: 'Generate 4 for 76 credits',
    done: '4 done',
    done2: '2 done',
    blind: 'Choose blind',
    place: 'Set 1 of 2',
    secondPlace: 'Set 2 of 2',
    leave: 'Back to the wall',
    choose: /^Choose result/,
    next: 'Next',
    chosen: 'You picked a result in 2 of 2 sets.',
    picks: 'Your picks',
    won: (of: number) => ` of ${of}`,
    yours: 'Your pick',
    batches: 'Batches',
    actions: /^Actions of/,
    download: 'Download',
    showNames: 'Show names',
    result: /^Result \d: choose blind$/,
    inLibrary: 'Show in the library',
    chip: /^Batch: /,
    ofBatch: 'Show its batch',
    table: 'Table (CSV)',
    tableBox: 'Table',
    unknownColumn: 'No model here has this column: colour. It is left out.',
    badSeed: 'Item 3: Seed must be a whole number',
    sameAs: 'same as 1',
    generate3: /^Generate 3/,
    leaveOutBad: 'Leave out invalid items',
    oneBad: '1 invalid item is left out.',
    leaveOutDuplicates: 'Leave out duplicates',
    generate1: /^Generate 1 for/,
    putBack: 'Put back',
    takes: 'Takes of each',
    nameBox: 'Name of the batch',
    startOver: 'Start over from the form',
    fitting: /^\d+ of 300 items fit your credits and limits\.$/,
    keepOnly: (fits: number) => `Keep only these ${fits}`,
    onlyFirst: (fits: number) => `Only the first ${fits} are kept; ${300 - fits} are left out.`,
    generateMany: (count: number) => new RegExp(`^Generate ${count} for`),
    tooMany: '512 items, but a batch holds at most 500.',
    playAll: 'Play together',
    pause: 'Pause',
    compare: /^Compare /,
    openWork: /^Open (?!\d+$)/,
    locate: '1 of 2',
    batchLink: (name: string) => `Batch: ${name}`,
    cancelRest: 'Cancel the rest',
    cancelTitle: /^Cancel the rest of/,
    unfinished: '2 generations have not finished.',
    cancelThem: 'Cancel them',
    cancelled: 'Cancelled 2 generations',
    failed: '2 failed',
    rename: 'Rename',
    nameLabel: 'Name',
    save: 'Save',
    remove: 'Delete',
    toTrash: 'Move to trash',
  },
  {
    locale: 'zh-CN',
    ended: /^批次已结束，4 项已完成：/,
    single: /^图片已生成/,
    open: '批量生成',
    prompts: '提示词，每行一个',
    dev: /^FLUX dev/,
    factors: '2 个提示词 × 2 个模型 = 4 项',
    generate: '生成 4 项，共 76 积分',
    done: '4 项已完成',
    done2: '2 项已完成',
    blind: '盲选',
    place: '第 1 组，共 2 组',
    secondPlace: '第 2 组，共 2 组',
    leave: '返回批次',
    choose: /^选择结果/,
    next: '下一组',
    chosen: '您已在 2 组中的 2 组做出选择。',
    picks: '您的选择',
    won: (of: number) => `${of} 次中 `,
    yours: '您的选择',
    batches: '批次',
    actions: /的操作$/,
    download: '下载',
    showNames: '显示名称',
    result: /^结果 \d：盲选$/,
    inLibrary: '在作品库中显示',
    chip: /^批次：/,
    ofBatch: '查看所属批次',
    table: '表格（CSV）',
    tableBox: '表格',
    unknownColumn: '这里的模型没有这些列：colour，已忽略。',
    badSeed: /^第 3 项：/,
    sameAs: '与第 1 项相同',
    generate3: /^生成 3 项/,
    leaveOutBad: '去掉所有有误的项',
    oneBad: '已去掉 1 项有误的内容。',
    leaveOutDuplicates: '去掉重复的项',
    generate1: /^生成 1 项/,
    putBack: '恢复',
    takes: '每项次数',
    nameBox: '批次名称',
    startOver: '从表单重新开始',
    fitting: /^300 项中有 \d+ 项在您的积分和限额之内。$/,
    keepOnly: (fits: number) => `只保留这 ${fits} 项`,
    onlyFirst: (fits: number) => `只保留前 ${fits} 项，另外 ${300 - fits} 项未包含。`,
    generateMany: (count: number) => new RegExp(`^生成 ${count} 项`),
    tooMany: '共 512 项，每批最多 500 项。',
    playAll: '同步播放',
    pause: '暂停',
    compare: /^对比 /,
    openWork: /^打开 /,
    locate: '1 / 2',
    batchLink: (name: string) => `批次：${name}`,
    cancelRest: '取消其余',
    cancelTitle: /的其余部分？$/,
    unfinished: '有 2 项尚未完成',
    cancelThem: '取消',
    cancelled: '已取消 2 项',
    failed: '2 项失败',
    rename: '重命名',
    nameLabel: '名称',
    save: '保存',
    remove: '删除',
    toTrash: '移至回收站',
  },
] as const;

const models = ['FLUX schnell', 'FLUX dev'] as const;

async function openSheet(page: Page, { locale, open: name }: (typeof languages)[number]): Promise<Locator> {
  await page.goto('/creator/image/text-to-image');
  await new Creator(page, locale).openSheet();
  const sheet = page.getByRole('dialog', { name });
  await expect(sheet).toBeVisible();
  return sheet;
}

/** Nothing on the page that any user, sighted or not, could take the model or its price from. */
async function expectNameless(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText(models[0], { exact: true })).toHaveCount(0);
  const text = await page
    .locator('main')
    .evaluate((main) => main.innerHTML.replaceAll(/src="[^"]*"/g, '').toLowerCase());
  for (const model of [...models, 'flux', 'schnell']) expect(text).not.toContain(model.toLowerCase());
  await expect(page.locator('main li').filter({ hasText: /(credits|积分)/ })).toHaveCount(0);
}

/** Reads how many sets the user has compared so far: users of the tests run several of them. */
async function comparedSoFar(page: Page): Promise<number> {
  const reply = await page.request.get('/api/batches/statistics');
  return ((await reply.json()) as PickStatisticsReply).models[0]?.compared ?? 0;
}

/** Seconds between the positions of the two playing videos; 9 while they do not play. */
function secondsApart(page: Page): Promise<number> {
  return page.locator('main video').evaluateAll((all) => {
    const [a, b] = all as HTMLVideoElement[];
    return a && b && a.currentTime > 0.3 && !a.paused ? Math.abs(a.currentTime - b.currentTime) : 9;
  });
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a batch is priced, made, shown as a wall in two browsers, chosen from blind, and counted', async ({
      page,
      context,
    }) => {
      const creator = new Creator(page, labels.locale);
      const id = newWord();
      const sheet = await openSheet(page, labels);
      await sheet.getByRole('textbox', { name: labels.prompts }).fill(`A {red|blue} lighthouse ${id}`);
      // An earlier model: FLUX.2 follows it.
      await sheet.locator('summary').first().click();
      await sheet.getByRole('checkbox', { name: labels.dev }).check();
      await sheet.locator('input[name="sheet-image_size"]').first().check();
      await sheet.locator('input[name="sheet-image_size"]').nth(1).uncheck();
      await expect(sheet.getByText(labels.factors)).toBeVisible();
      const before = await creator.creditsLeft();
      const comparedBefore = await comparedSoFar(page);
      const other = await context.newPage();
      await other.goto('/creator/batches');
      await sheet.getByRole('button', { name: labels.generate }).click();

      await page.waitForURL(/\/creator\/batches\/[\da-f-]{36}$/);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`A red lighthouse ${id}`);
      await Promise.all([
        expect(page.getByText(labels.done)).toBeVisible(),
        // One message for all of it, where it is not in sight.
        expect(other.getByText(labels.ended)).toBeVisible(),
      ]);
      await creator.expectCreditsLeft(before - 76);
      await expect(other.locator('[data-batch]').filter({ hasText: id })).toContainText(labels.done);
      await expect(other.getByText(labels.single)).toHaveCount(0);
      await expect(page.getByText(labels.ended)).toHaveCount(0);
      await expectAccessibleInEveryLayout(page, 'the wall');
      await other.close();

      await page.getByRole('main').getByRole('button', { name: labels.actions }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: labels.download }).click();
      const files = await readZip(await (await download).path());
      expect([...files.keys()].filter((name) => name.endsWith('.jpg') || name.endsWith('.png'))).toHaveLength(
        4,
      );

      await page.setViewportSize({ width: 1440, height: 900 });
      await test.step('the wall names no model before the choice, unless it is asked to', async () => {
        const [wall, showNames] = [
          page.getByRole('main'),
          page.getByRole('switch', { name: labels.showNames }),
        ];
        const named = wall.getByText(models[0], { exact: true });
        await expectNameless(page);
        await showNames.check();
        await expect(named).toHaveCount(2);
        await expect(wall.getByRole('button', { name: labels.openWork })).toHaveCount(4);
        await page.reload();
        await expect(named).toHaveCount(2);
        await showNames.uncheck();
        await expectNameless(page);
        // A result leads to the choice, not to the viewer, which says everything.
        await page.getByRole('button', { name: labels.result }).nth(2).click();
        await expect(page.getByText(labels.secondPlace)).toBeVisible();
        await page.getByRole('button', { name: labels.leave }).click();
      });
      await page.getByRole('button', { name: labels.blind, exact: true }).click();
      await expect(page.getByText(labels.place)).toBeVisible();
      await expect(page.getByRole('button', { name: labels.choose })).toHaveCount(2);
      await expectNameless(page);
      await expectAccessible(page, 'the blind choice');
      await page.keyboard.press('2');
      // The next set follows unless the focus is here.
      await page.getByRole('button', { name: labels.next }).focus();
      for (const model of models) await expect(page.getByText(model, { exact: true })).toBeVisible();
      await expectAccessibleInEveryLayout(page, 'the names after the choice');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: labels.next }).click();
      await page.getByRole('button', { name: labels.choose }).first().click();
      await expect(page.getByText(models[0], { exact: true })).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText(labels.chosen)).toBeVisible();

      await page.getByRole('link', { name: labels.picks }).click();
      const statistics = page.getByRole('region', { name: labels.picks });
      await expect(statistics.getByRole('row')).toHaveCount(3);
      await expect(statistics.getByRole('row').nth(1)).toContainText(labels.won(comparedBefore + 2));
      await expectAccessibleInEveryLayout(page, 'the batches');
      await page.goBack();
      await page.reload();
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: labels.leave }).first().click();
      await expect(page.getByRole('button', { name: labels.yours, pressed: true })).toHaveCount(2);

      await test.step('the library is narrowed to the batch, and its tiles lead back', async () => {
        await page.getByRole('main').getByRole('button', { name: labels.actions }).click();
        await page.getByRole('menuitem', { name: labels.inLibrary }).click();
        await expect(page.getByText(labels.chip)).toContainText(id);
        await expect(page.locator('article[data-generation]')).toHaveCount(4);
        await page.locator('article[data-generation]').first().hover();
        await page.getByRole('link', { name: labels.ofBatch }).first().click();
        await expect(page).toHaveURL(/\/creator\/batches\/[\da-f-]{36}$/);
      });
    });

    test('a table names its bad lines and unknown columns, and leaves them out on a press', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const sheet = await openSheet(page, labels);
      await sheet.getByRole('button', { name: labels.table }).click();
      const table = [
        'prompt,seed,colour,size',
        'a hat,7,red,square',
        'a coat,seven,,',
        'a hat,7,,square',
      ].join('\n');
      await sheet.getByRole('textbox', { name: labels.tableBox, exact: true }).fill(table);
      await expect(sheet.getByText(labels.unknownColumn)).toBeVisible();
      await expect(sheet.getByText(labels.badSeed)).toBeVisible();
      await expect(sheet.getByText(labels.sameAs)).toBeVisible();
      await expectAccessibleInEveryLayout(page, 'the sheet');
      await page.setViewportSize({ width: 1440, height: 900 });
      // The action that resolves the first problem gets the focus.
      await sheet.getByRole('button', { name: labels.generate3 }).click();
      await expect(sheet.getByRole('button', { name: labels.leaveOutBad })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(sheet.getByText(labels.oneBad)).toBeVisible();
      await sheet.getByRole('button', { name: labels.leaveOutDuplicates }).click();
      await expect(sheet.getByRole('button', { name: labels.generate1 })).toBeVisible();
      await sheet.getByRole('button', { name: labels.putBack }).first().click();
      await expect(sheet.getByText(labels.badSeed)).toBeVisible();
    });

    test('what was typed into the sheet is there after closing it and after a reload', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const id = newWord();
      const sheet = await openSheet(page, labels);
      const prompts = sheet.getByRole('textbox', { name: labels.prompts });
      await prompts.fill(`one ${id}\ntwo ${id}`);
      await sheet.getByRole('spinbutton', { name: labels.takes }).fill('3');
      await sheet.getByRole('textbox', { name: labels.nameBox }).fill('My study');
      await page.keyboard.press('Escape');
      await new Creator(page, labels.locale).openSheet();
      await expect(prompts).toHaveValue(`one ${id}\ntwo ${id}`);
      await expect(sheet.getByRole('listitem')).toHaveCount(6);
      const seeds = await sheet.getByRole('listitem').allTextContents();
      await openSheet(page, labels);
      await expect(prompts).toHaveValue(`one ${id}\ntwo ${id}`);
      await expect(sheet.getByRole('textbox', { name: labels.nameBox })).toHaveValue('My study');
      // Seeds are rolled once: the lines are the same ones.
      await expect.poll(() => sheet.getByRole('listitem').allTextContents()).toEqual(seeds);
      await sheet.getByRole('button', { name: labels.startOver }).click();
      await expect(prompts).toHaveValue('');
    });

    test.describe('with few credits', () => {
      test.use({ storageState: { cookies: [], origins: [] } });

      test('as many lines as fit are kept on a press', { tag: '@each-rule' }, async ({ page }) => {
        await signInByRequests(page, newcomer());
        await buyPack(page, 'starter');
        const sheet = await openSheet(page, labels);
        const count = 300;
        const lines = Array.from({ length: count }, (_, index) => `hat ${index}`).join('\n');
        await sheet.getByRole('textbox', { name: labels.prompts }).fill(lines);
        const said = sheet.getByText(labels.fitting);
        await expect(said).toBeVisible();
        const figures = ((await said.textContent()) ?? '').match(/\d+/g) ?? [];
        const fits = Number(figures.find((figure) => figure !== '300'));
        await sheet.getByRole('button', { name: labels.keepOnly(fits) }).click();
        await expect(sheet.getByText(labels.onlyFirst(fits))).toBeVisible();
        await expect(sheet.getByRole('button', { name: labels.generateMany(fits) })).toBeVisible();
        await sheet.getByRole('button', { name: labels.putBack }).click();
        await sheet
          .getByRole('textbox', { name: labels.prompts })
          .fill('{a|b} {a|b} {a|b} {a|b} {a|b} {a|b} {a|b} {a|b} {a|b}');
        await expect(sheet.getByText(labels.tooMany)).toBeVisible();
      });
    });

    test('videos of a set play in step, two are compared by a key, and the viewer leads back to the wall', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const id = newWord();
      await page.goto('/creator/video/text-to-video');
      await new Creator(page, labels.locale).openSheet();
      const sheet = page.getByRole('dialog', { name: labels.open });
      await sheet.getByRole('textbox', { name: labels.prompts }).fill(`A paper boat ${id}`);
      await sheet.getByRole('spinbutton', { name: labels.takes }).fill('2');
      await sheet.getByRole('button', { name: labels.generateMany(2) }).click();
      await expect(page.getByText(labels.done2)).toBeVisible();

      await page.getByRole('button', { name: labels.playAll }).click();
      const videos = page.locator('main video');
      await expect(videos).toHaveCount(2);
      await expect.poll(() => secondsApart(page)).toBeLessThan(0.1);
      await page.getByRole('button', { name: labels.pause }).click();

      for (const box of await page.getByRole('checkbox', { name: labels.compare }).all()) await box.check();
      await page.keyboard.press('c');
      await expect(page).toHaveURL(/compare=/);
      await expect(page.locator('dialog video')).toHaveCount(2);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await expect(page.locator('dialog')).toHaveCount(0);

      await page.getByRole('button', { name: labels.openWork }).first().click();
      await expect(page.getByText(labels.locate, { exact: true })).toBeVisible();
      await page.getByRole('link', { name: labels.batchLink(`A paper boat ${id}`) }).click();
      await expect(page.locator('dialog')).toHaveCount(0);
      await expect(page).toHaveURL(/\/creator\/batches\/[\da-f-]{36}$/);

      await test.step('all of a wall with one result for each idea are in step', async () => {
        const lines = ['kite', 'swan'].map((subject) => ({
          kind: 'text-to-video',
          input: { prompt: `A paper ${subject} ${id}` },
        }));
        const { origin } = new URL(page.url());
        const reply = await page.request.post('/api/batches', { data: { lines }, headers: { origin } });
        await page.goto(`/creator/batches/${(await reply.json()).batch.id}`);
        await expect(page.getByText(labels.done2)).toBeVisible();
        await page.getByRole('button', { name: labels.playAll }).click();
        await expect.poll(() => secondsApart(page)).toBeLessThan(0.1);
        // A video that falls behind catches up with the others.
        await videos.nth(1).evaluate((video: HTMLVideoElement) => {
          video.currentTime = (video.currentTime + video.duration / 2) % video.duration;
        });
        await expect.poll(() => secondsApart(page)).toBeLessThan(0.1);
      });
    });

    test('what has not finished is cancelled, and a batch is renamed and deleted as one', {
      tag: '@each-rule',
    }, async ({ page }) => {
      const creator = new Creator(page, labels.locale);
      const id = newWord();
      const sheet = await openSheet(page, labels);
      await sheet
        .getByRole('textbox', { name: labels.prompts })
        .fill(`A mill ${id} [stuck]\nA barn ${id} [stuck]`);
      const before = await creator.creditsLeft();
      await sheet.getByRole('button', { name: labels.generateMany(2) }).click();
      await page.getByRole('button', { name: labels.cancelRest }).click();
      const question = page.getByRole('dialog', { name: labels.cancelTitle });
      await expect(question).toContainText(labels.unfinished);
      await question.getByRole('button', { name: labels.cancelThem, exact: true }).click();
      await expect(page.getByText(labels.cancelled)).toBeVisible();
      await expect(page.getByText(labels.failed)).toBeVisible();
      await creator.expectCreditsLeft(before);

      await page.getByRole('link', { name: labels.batches, exact: true }).first().click();
      const card = page.locator('[data-batch]').filter({ hasText: id });
      await card.getByRole('button', { name: labels.actions }).click();
      await page.getByRole('menuitem', { name: labels.rename }).click();
      await page.getByRole('textbox', { name: labels.nameLabel, exact: true }).fill(`Mills ${id}`);
      await page.getByRole('button', { name: labels.save }).click();
      await expect(card.getByRole('heading')).toHaveText(`Mills ${id}`);
      await card.getByRole('button', { name: labels.actions }).click();
      await page.getByRole('menuitem', { name: labels.remove }).click();
      await page.getByRole('button', { name: labels.toTrash }).click();
      await expect(card).toHaveCount(0);
    });
  });
}
