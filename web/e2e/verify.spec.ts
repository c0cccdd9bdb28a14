import type { Page } from '@playwright/test';
import { pngWithTexts } from '../src/product/provenance/testing/png-with-texts.ts';
import { sampleMade, sampleRecipe, signFile } from '../src/product/provenance/testing/sign-file.ts';
import { expectAccessible, expectAccessibleInEveryLayout } from './accessibility.ts';
import { expect, type Locale, test, uniquePrompt } from './creator.ts';
import { submitImages } from './make-images.ts';
import { pngFile } from './upload-fixtures.ts';

/** The first file loads what reads it. */

const languages = [
  {
    locale: 'en-US',
    title: 'Verify a file',
    field: 'File to verify',
    private: 'Nothing is uploaded. The file is read in this browser.',
    valid: 'Unchanged since it was signed',
    altered: 'Changed since it was signed',
    none: 'No Content Credentials',
    unreadable: 'Invalid Content Credentials',
    facts: [
      'SourceMade by AI',
      'Made withFLUX schnell',
      'Model endpointfal-ai/flux/schnell',
      'Signed byAtelier test signer, for tests only',
      'ProgramAtelier 0.1.0',
    ],
    certificate: /Not signed by this site.*The certificate names/,
    parents: 'Made from',
    show: 'Show its settings',
    settings: 'Made with these settings',
    signed:
      'Found in its Content Credentials, unchanged since “Atelier test signer, for tests only” signed them.',
    foreign: 'Found in the file, written by Stable Diffusion web UI. They are not signed.',
    leftOut: 'Left out: not supported by the form',
    use: 'Use its settings',
    input: 'Use as input',
    question: 'What would you like to do with it?',
    prompt: 'Prompt',
    negative: 'Negative prompt',
    size: 'Image size',
    seed: 'Seed',
    advanced: 'Advanced',
  },
  {
    locale: 'zh-CN',
    title: '验证文件',
    field: '要验证的文件',
    private: '不会上传任何内容，文件只在您的浏览器中读取。',
    valid: '签名后未被改动',
    altered: '签名后已被改动',
    none: '没有内容凭证',
    unreadable: '内容凭证无效',
    facts: [
      '来源由 AI 生成',
      '生成方式FLUX schnell',
      '模型端点fal-ai/flux/schnell',
      '签名者Atelier test signer, for tests only',
      '程序Atelier 0.1.0',
    ],
    certificate: /并非由本站签名.*证书上的名称是/,
    parents: '源自',
    show: '查看设置',
    settings: '生成时使用的设置',
    signed: '来自内容凭证，自“Atelier test signer, for tests only”签名后未被改动。',
    foreign: '来自文件本身，由 Stable Diffusion web UI 写入，未经签名。',
    leftOut: '未采用：表单不支持以下内容',
    use: '使用这些设置',
    input: '用作输入',
    question: '要用这个文件做什么？',
    prompt: '提示词',
    negative: '反向提示词',
    size: '图片尺寸',
    seed: '随机种子',
    advanced: '高级设置',
  },
] satisfies ({ locale: Locale } & Record<string, unknown>)[];

const picture = pngFile('lighthouse.png', [200, 120, 80]);
const recipe = sampleRecipe({
  kind: 'flux-schnell',
  input: {
    prompt: 'A lighthouse',
    image_size: 'portrait_4_3',
    num_images: 2,
    num_inference_steps: 3,
    seed: 815,
  },
});
const signed = await signFile(picture.buffer, 'image/png', { made: sampleMade, recipe });
const altered = Buffer.from(signed);
altered[altered.length - 20] = (altered[altered.length - 20] ?? 0) ^ 1;
const converted = await signFile(picture.buffer, 'image/png', {
  parent: { bytes: signed, type: 'image/png', title: 'original.png' },
});
const parameters = `a harbour, oil painting
Negative prompt: blurry
Steps: 20, Sampler: Euler a, CFG scale: 7, Seed: 99, Size: 768x1024, Model: dream`;
const foreign = pngWithTexts({ parameters });

/** Drops a file onto the page, beside every field. */
async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ({ name, base64 }) => {
      const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: 'image/png' }));
      const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent('drop', init));
    },
    { name, base64: bytes.toString('base64') },
  );
}

for (const labels of languages) {
  test.describe(`in ${labels.locale}`, () => {
    test.use({ locale: labels.locale });

    test('a file is verified in the browser without signing in, and nothing is sent', async ({ page }) => {
      await page.context().clearCookies();
      const loaded: string[] = [];
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('.wasm')) loaded.push(request.url());
        if (request.method() !== 'GET') sent.push(request.url());
      });
      await page.goto('/');
      await page.getByRole('link', { name: labels.title }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(labels.title);
      await expect(page.getByText(labels.private)).toBeVisible();
      const outcome = page.getByRole('main').getByRole('status');
      const choose = async (name: string, buffer: Buffer, mimeType = 'image/png') =>
        page.getByLabel(labels.field).setInputFiles({ name, mimeType, buffer });

      await choose('plain.png', picture.buffer);
      await expect(outcome).toContainText(labels.none);
      expect(loaded).toEqual([]);

      await choose('lighthouse.png', signed);
      await expect(outcome).toContainText(labels.valid);
      for (const fact of labels.facts)
        await expect(page.locator('main dl > div').filter({ hasText: fact })).toBeVisible();
      await expect(page.getByText(labels.certificate)).toBeVisible();
      await expectAccessibleInEveryLayout(page, 'a signed file');

      await choose('altered.png', altered);
      await expect(outcome).toContainText(labels.altered);
      await expect(page.getByRole('button', { name: labels.show })).toHaveCount(0);
      await expectAccessible(page, 'an altered file');

      await choose('cut.png', signed.subarray(0, 1_500));
      await expect(outcome).toContainText(labels.unreadable);

      await choose('converted.png', converted);
      await expect(outcome).toContainText(labels.valid);
      await expect(page.getByRole('region', { name: labels.parents })).toContainText('original.png');
      await expectAccessible(page, 'a converted file');
      expect(sent).toEqual([]);
    });

    test('a dropped file fills the form with the settings that it carries', { tag: '@each-rule' }, async ({
      page,
    }) => {
      await page.goto('/pricing');
      const dialog = page.getByRole('dialog', { name: labels.settings });
      await expect(async () => {
        await drop(page, 'lighthouse.png', signed);
        await expect(dialog).toBeVisible({ timeout: 15_000 });
      }).toPass();
      await expect(dialog).toContainText(labels.signed);
      await expect(dialog).toContainText('A lighthouse');
      await expectAccessible(page, 'the settings of a file');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/creator\/image\/text-to-image/);
      await expect(page.getByRole('textbox', { name: labels.prompt, exact: true })).toHaveValue(
        'A lighthouse',
      );
      await expect(page.getByRole('group', { name: labels.size }).locator('input:checked')).toHaveValue(
        'portrait_4_3',
      );
      await page.getByText(labels.advanced, { exact: true }).click();
      await expect(page.getByRole('spinbutton', { name: labels.seed })).toHaveValue('815');

      await drop(page, 'harbour.png', foreign);
      await expect(dialog).toContainText(labels.foreign);
      await expect(dialog.getByRole('region', { name: labels.leftOut })).toContainText('Euler a');
      await expectAccessible(page, 'the settings of another program');
      await dialog.getByRole('button', { name: labels.use }).click();
      await expect(page.getByRole('textbox', { name: labels.prompt, exact: true })).toHaveValue(
        'a harbour, oil painting',
      );
      await expect(page.getByRole('textbox', { name: labels.negative })).toHaveValue('blurry');

      await page.goto('/pricing');
      await expect(async () => {
        await drop(page, 'lighthouse.png', signed);
        await expect(dialog).toBeVisible({ timeout: 15_000 });
      }).toPass();
      await dialog.getByRole('button', { name: labels.input }).click();
      await expect(page.getByRole('dialog', { name: labels.question })).toBeVisible();
      await page.keyboard.press('Escape');

      await drop(page, 'altered.png', altered);
      await expect(page.getByRole('dialog', { name: labels.question })).toBeVisible();
    });
  });
}

test('a recipe of one’s own leads to its generation', { tag: '@each-rule' }, async ({ page }) => {
  const prompt = uniquePrompt('A windmill');
  const [generation = ''] = await submitImages(page, [prompt]);
  const own = sampleRecipe({ generation, input: { prompt } });
  const file = await signFile(picture.buffer, 'image/png', { recipe: own });
  await page.goto('/pricing');
  const dialog = page.getByRole('dialog', { name: 'Made with these settings' });
  await expect(async () => {
    await drop(page, 'windmill.png', file);
    await expect(dialog).toBeVisible({ timeout: 15_000 });
  }).toPass();
  await dialog.getByRole('button', { name: 'Open the work' }).click();
  await expect(page).toHaveURL(new RegExp(`/creator/history/image\\?.*view=${generation}`));
});

test('a receipt is verified against the ledger, and refused when it was changed', {
  tag: '@each-rule',
}, async ({ page, browser }) => {
  const origin = new URL(String(process.env.E2E_BASE_URL)).origin;
  const [id = ''] = await submitImages(page, [uniquePrompt('A market')]);
  const readReceipt = async () => (await page.request.get(`/api/generations/${id}/receipt`)).json();
  await expect.poll(async () => (await readReceipt()).settled).toBeGreaterThan(0);
  // Holds no cookies of this user, whose session a sign-in would end.
  const storageState = { cookies: [], origins: [] };
  const operator = await (await browser.newContext({ baseURL: origin, storageState })).newPage();
  await operator.goto('/api/auth/login?login_hint=ops@atelier.test&redirect=/');
  const made = await operator.request.post('/api/admin/ledger/checkpoints', {
    data: { reason: 'A test of receipts' },
    headers: { origin },
  });
  expect(made.status(), await made.text()).toBe(200);
  await operator.context().close();

  const receipt = await readReceipt();
  expect(receipt.proof).not.toBeNull();
  await page.goto('/verify');
  const outcome = page.getByRole('main').getByRole('status');
  const verify = (content: unknown) =>
    page.getByLabel('File to verify').setInputFiles({
      name: 'receipt.json',
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    });
  await verify(receipt);
  await expect(outcome).toContainText('The receipt is in the ledger');
  await expectAccessible(page, 'a receipt');
  await verify({ ...receipt, settled: receipt.settled + 1 });
  await expect(outcome).toContainText('The amounts of the receipt do not match its movements.');
  await verify({ ...receipt, proof: null });
  await expect(outcome).toContainText('Not proven yet');
  await verify('{"lines": [');
  await expect(outcome).toContainText('The file is not JSON, or is cut off.');
});
