// `npm run guide:pictures`: takes the pictures of the guide (docs/guide/pictures/) in every language, of a stack of its own
// and a new account in each. Run it when what they show has changed, and look at them before you commit them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { listLanguages } from '../local-pages/texts.ts';
import { startStack } from '../start-stack.ts';
import { repositoryRoot } from '../supervisor/settings.ts';
import { prepareBrowser } from './prepare-browser.ts';

const size = { width: 1120, height: 640 };
const quality = 62;

type Stage = {
  page: Page;
  /** A text of the interface, such as `say('batches', 'blind.do')`. */
  translate: (area: string, path: string) => string;
  take: (name: string) => Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: replies of several endpoints, of which a field or two is read
  post: (path: string, data: object) => Promise<any>;
};

const stack = await startStack({ emulatorSpeed: 0.1 });
try {
  const browser = await chromium.launch(await prepareBrowser());
  for (const tag of listLanguages()) await takeInLanguage(browser, tag);
  await browser.close();
} finally {
  await stack.stop();
}

async function takeInLanguage(browser: Browser, tag: string): Promise<void> {
  const context = await browser.newContext({
    baseURL: stack.url,
    locale: tag,
    viewport: size,
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  });
  await context.addCookies([{ name: 'sidebar', value: 'collapsed', url: stack.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const login = new URLSearchParams({ login_hint: `guide-${tag}@atelier.test`.toLowerCase(), redirect: '/' });
  await page.request.get(`/api/auth/login?${login}`, { headers: { accept: 'text/html' } });
  const stage: Stage = {
    page,
    translate: (area, path) => readText(tag, area, path),
    take: (name) => takePicture(page, join(repositoryRoot, 'docs/guide/pictures', tag), name),
    post: async (path, data) => {
      const reply = await page.request.post(path, { data, headers: { origin: stack.url } });
      if (!reply.ok()) throw new Error(`POST ${path}: ${await reply.text()}`);
      return reply.json();
    },
  };
  await buyCredits(stage);
  for (const show of [showVideo, showModels, showImages, showBatch, showLibrary, showShare, showCredits])
    await show(stage);
  await showLine(stage);
  await context.close();
}

function readText(tag: string, area: string, path: string): string {
  const file = join(repositoryRoot, 'web/src/locales', tag, `${area}.json`);
  let value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const key of path.split('.')) value = (value as Record<string, unknown>)[key];
  return String(value);
}

async function takePicture(page: Page, folder: string, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  // Playwright itself writes no WebP.
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

/** Asks until the answer is yes. */
async function until(ask: () => Promise<boolean>): Promise<void> {
  while (!(await ask())) await delay(200);
}

/** Resolves once nothing of the user runs any more. */
async function allEnded(page: Page): Promise<void> {
  await until(async () => {
    const { data } = await (await page.request.get('/api/generations?active=true')).json();
    return data.length === 0;
  });
}

async function buyCredits({ page, post }: Stage): Promise<void> {
  const { url, purchase_id: id } = await post('/api/checkout', { pack: 'studio' });
  await page.request.post(String(url), { form: { action: 'complete' }, maxRedirects: 0 });
  await until(async () => {
    const { purchase } = await (await page.request.get(`/api/purchases/${id}`)).json();
    return purchase.status === 'paid';
  });
}

/** Opens a page, and a form with this prompt. */
async function open({ page, translate }: Stage, path: string, prompt?: string): Promise<void> {
  await page.goto(path);
  // The app has replaced the prerendered page.
  await page.waitForFunction(() => Reflect.get(globalThis, 'early') === undefined);
  if (prompt)
    await page
      .getByRole('textbox', { name: translate('kinds', 'fields.prompt.label'), exact: true })
      .fill(prompt);
}

async function showVideo(stage: Stage): Promise<void> {
  const { page, translate, take, post } = stage;
  const prompt = translate('landing', 'box.placeholder.video');
  await post('/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt });
  await allEnded(page);
  await open(stage, '/creator/video/text-to-video', prompt);
  await page.getByRole('main').locator('article video').first().waitFor();
  await take('first-video');
}

async function showModels({ page, take }: Stage): Promise<void> {
  await page.locator('button[aria-keyshortcuts=m]').click();
  await page.getByRole('dialog').getByRole('listbox').waitFor();
  await take('models');
}

async function showImages(stage: Stage): Promise<void> {
  const { page, translate, take, post } = stage;
  const prompt = translate('landing', 'box.placeholder.image');
  await post('/api/wan/createImage', {
    model: 'flux-schnell',
    image_generation_type: 'text-to-image',
    image_size: 'landscape_4_3',
    num_images: 4,
    prompt,
  });
  await allEnded(page);
  await open(stage, '/creator/image/text-to-image', prompt);
  await page.getByRole('main').locator('article img').nth(3).waitFor();
  await take('images');
}

async function showBatch(stage: Stage): Promise<void> {
  const { page, translate, take } = stage;
  await open(stage, '/creator/image/text-to-image');
  await page.getByRole('main').locator('form button[aria-haspopup=menu]').last().click();
  await page.getByRole('menuitem', { name: translate('create', 'takes.prompts') }).click();
  const sheet = page.getByRole('dialog', { name: translate('sheet', 'title') });
  const prompts = sheet.getByRole('textbox', { name: translate('sheet', 'prompts') });
  await prompts.fill(translate('sheet', 'promptsExample'));
  await sheet.getByRole('listitem').nth(1).waitFor();
  await take('batches');
}

async function showLibrary(stage: Stage): Promise<void> {
  const { page, translate, take, post } = stage;
  for (const loop of ['rose', 'moss', 'violet', 'mist', 'lilac', 'lagoon', 'ember', 'aurora'])
    await post('/api/wan/createImage', {
      model: 'flux-schnell',
      image_generation_type: 'text-to-image',
      image_size: 'landscape_4_3',
      prompt: translate('landing', `loops.${loop}`),
    });
  await post('/api/wan/createAudio', {
    audio_generation_type: 'sound-effects',
    prompt: translate('landing', 'box.placeholder.audio'),
  });
  await allEnded(page);
  await open(stage, '/creator/history');
  await page.getByRole('main').locator('img').nth(5).waitFor();
  await take('library');
}

async function showShare(stage: Stage): Promise<void> {
  const { page, translate, take } = stage;
  const { data } = await (await page.request.get('/api/video-generation/history')).json();
  await open(stage, `/creator/history?view=${data[0].id}`);
  const viewer = page.getByRole('dialog');
  await viewer.getByRole('button', { name: translate('viewer', 'share'), exact: true }).click();
  await page.getByRole('button', { name: translate('share', 'create'), exact: true }).click();
  await page.getByRole('button', { name: translate('share', 'copy'), exact: true }).waitFor();
  await take('sharing');
}

async function showCredits(stage: Stage): Promise<void> {
  const { page, take } = stage;
  await open(stage, '/credits');
  await page.getByRole('table').first().waitFor();
  await take('credits');
}

/** Comes last: what holds the places of the line never ends. */
async function showLine(stage: Stage): Promise<void> {
  const { page, translate, take, post } = stage;
  const submit = (prompt: string) =>
    post('/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt });
  for (let place = 0; place < 5; place += 1) await submit('[stuck]');
  for (const loop of ['haze', 'crimson', 'indigo']) await submit(translate('landing', `loops.${loop}`));
  await open(stage, '/pricing');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(translate('palette', 'line'));
  await page.getByRole('option', { name: translate('palette', 'line'), exact: true }).click();
  await page.getByRole('dialog').locator('[data-line]').nth(2).waitFor();
  await take('waiting-line');
}
