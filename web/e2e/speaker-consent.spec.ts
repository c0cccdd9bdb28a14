import { expect, test } from './fixtures.ts';
import { buyPack, newcomer, signInByRequests } from './newcomers.ts';
import { toneFile } from './upload-fixtures.ts';

test.use({
  storageState: { cookies: [], origins: [] },
  locale: 'zh-CN',
  viewport: { width: 360, height: 740 },
});

test('a voice is imitated once its speaker’s consent is confirmed, for each sample, on a phone and in Chinese', async ({
  page,
}) => {
  await signInByRequests(page, newcomer());
  await buyPack(page, 'starter');
  await page.goto('/creator/audio/chatterbox');
  const consent = page.getByRole('checkbox', { name: '我就是这位说话者，或已获得其同意' });
  const sample = page.locator('input[type=file][name=audio_url]');
  const remove = page.getByRole('button', { name: '移除：声音样本' });
  const generate = page.getByRole('button', { name: '生成 · 5 积分' });
  const refusal = page.getByText('请确认您就是这位说话者，或已获得其同意');
  await page.getByRole('textbox', { name: '文字', exact: true }).fill('The last ferry left at nine.');
  await expect(generate).toBeVisible();
  await expect(consent).toHaveCount(0);

  await test.step('a sample brings the check box, and nothing is sent before it is checked', async () => {
    await sample.setInputFiles(toneFile('voice.wav', 4));
    await expect(consent).not.toBeChecked();
    await generate.click();
    await expect(consent).toHaveAttribute('aria-invalid', 'true');
    await expect(refusal).toBeVisible();
    await expect(consent).toBeFocused();
    await consent.check();
    await expect(refusal).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  await test.step('another sample is asked about again, also after a reload', async () => {
    await remove.click();
    await expect(consent).toHaveCount(0);
    await sample.setInputFiles(toneFile('other.wav', 5));
    await expect(consent).not.toBeChecked();
    await page.reload();
    await expect(consent).not.toBeChecked();
  });

  await consent.check();
  await generate.click();
  const stage = page.getByRole('region', { name: '预览', exact: true });
  await expect(stage.getByRole('button', { name: '播放', exact: true })).toBeVisible({ timeout: 60_000 });
  await stage.locator('summary', { hasText: '详情' }).click();
  await expect(stage).toContainText('说话者的同意');
  await expect(stage).toContainText('已确认');

  await test.step('making it again keeps the sample and asks for the consent', async () => {
    const { data } = await (await page.request.get('/api/generations?limit=1')).json();
    const { id, kind, input } = data[0];
    expect([kind, input.speaker_consent]).toEqual(['chatterbox', true]);
    const query = new URLSearchParams({
      model: kind,
      prompt: input.prompt,
      audio_url: input.audio_url,
      speaker_consent: 'true',
      made_from: id,
    });
    await page.goto(`/creator/audio/chatterbox?${query}`);
    await expect(remove).toBeVisible();
    await expect(consent).not.toBeChecked();
  });
});
