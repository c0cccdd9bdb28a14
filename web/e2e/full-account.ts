import type { Page } from '@playwright/test';
import { test as base, createPaidState, expect, type SignedInState, uniquePrompt } from './creator.ts';
import { originHeaders, waitForEnds } from './own-requests.ts';

/** Ids of what an account has that made something of every kind, with prompts that are as long as prompts are. */
export type FullAccount = {
  userId: string;
  email: string;
  batchId: string;
  videoId: string;
  imageId: string;
  soundId: string;
  answerId: string;
  /** A question of a program that has no answer yet. */
  approvalId: string;
  /** The address of a shared work. */
  shared: string;
};

type FullState = { state: SignedInState; account: FullAccount };

/** Tests of one account with content of every medium, made once for each worker; some of it never ends. */
export const test = base.extend<{ account: FullAccount }, { fullState: FullState }>({
  fullState: [
    async ({ browser }, use) => {
      const state = await createPaidState(browser);
      const context = await browser.newContext({ baseURL: process.env.E2E_BASE_URL, storageState: state });
      const account = await fillAccount(await context.newPage());
      await context.close();
      await use({ state, account });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  account: ({ fullState }, use) => use(fullState.account),
  storageState: ({ fullState }, use) => use(fullState.state),
});

const described = (subject: string, scenario?: string) =>
  uniquePrompt(
    `${subject}, in the first light of a clear morning after rain, seen from a low boat that drifts past the pier, ` +
      `with gulls in the distance, https://example.com/references/${'a'.repeat(60)}`,
    scenario,
  );

async function fillAccount(page: Page): Promise<FullAccount> {
  const post = (path: string, data: object) => sendTo(page, path, data);
  const video = await post('/api/wan/createVideo', {
    video_generation_type: 'text-to-video',
    prompt: described('A lighthouse'),
  });
  const { batch } = await post('/api/batches', {
    name: 'Harbours of the north, in every light there is, for the calendar of next year',
    lines: ['A quay', 'A ferry', 'A crane'].map((subject) => ({
      kind: 'flux-schnell',
      input: { prompt: described(subject) },
    })),
  });
  const music = await post('/api/wan/createAudio', {
    audio_generation_type: 'music',
    prompt: described('A slow waltz'),
  });
  await post('/api/wan/createVideo', {
    video_generation_type: 'text-to-video',
    prompt: described('A storm', 'fail'),
  });
  await waitForEnds(page, 400_000);
  const image = await post('/api/wan/createImage', {
    model: 'flux-schnell',
    image_generation_type: 'text-to-image',
    num_images: 2,
    prompt: described('A harbour'),
  });
  await waitForEnds(page, 400_000);
  const answer = await post('/api/image-understanding/create', {
    image: await formatUrl(page, image.id),
    question: described('What is on this picture'),
  });
  await post('/api/wan/createAudio', {
    video_url: await formatUrl(page, video.id),
    prompt: described('Waves on the stones'),
  });
  await waitForEnds(page, 400_000);
  await arrange(page, [video.id, image.id, music.id, answer.id]);
  const { share } = await post(`/api/generations/${image.id}/share`, {});
  // Stays where it is, so that pages show what runs.
  await post('/api/wan/createVideo', {
    video_generation_type: 'text-to-video',
    prompt: described('A lock on a canal', 'stuck'),
  });
  const { user } = await (await page.request.get('/api/user/info')).json();
  return {
    userId: user.id,
    email: user.email,
    batchId: batch.id,
    videoId: video.id,
    imageId: image.id,
    soundId: music.id,
    answerId: answer.id,
    approvalId: await askForApproval(page),
    shared: new URL(share.url).pathname,
  };
}

/** A project, tags, a favourite, a generation in the trash, and a key. */
async function arrange(page: Page, ids: readonly string[]): Promise<void> {
  const { project } = await sendTo(page, '/api/projects', {
    name: 'The calendar of harbours for next year, both languages',
  });
  await sendTo(page, '/api/library/change', {
    ids,
    favorite: true,
    addTags: ['harbours-of-the-north', 'calendar'],
    project: project.id,
  });
  const thrown = await sendTo(page, '/api/wan/createImage', {
    model: 'flux-schnell',
    image_generation_type: 'text-to-image',
    prompt: described('A mast'),
  });
  await waitForEnds(page, 400_000);
  await sendTo(page, '/api/library/trash', { ids: [thrown.id] });
  await sendTo(page, '/api/user/api-keys', { name: 'The rendering machine in the cellar, nightly' });
}

/** Has a program want more than it may spend without asking; returns the id of its question. */
async function askForApproval(page: Page): Promise<string> {
  const { key } = await sendTo(page, '/api/user/api-keys', { name: 'Nightly', ask_above_credits: 0 });
  const reply = await page.request.post('/api/generations', {
    headers: { authorization: `Key ${key}` },
    data: { kind: 'flux-schnell', input: { prompt: described('A pier') } },
  });
  return (await reply.json()).approval.id;
}

// biome-ignore lint/suspicious/noExplicitAny: replies of a dozen endpoints, of which a field or two is read
async function sendTo(page: Page, path: string, data: object): Promise<any> {
  const reply = await page.request.post(path, { data, headers: originHeaders() });
  expect(reply.ok(), `POST ${path}: ${await reply.text()}`).toBe(true);
  return reply.json();
}

async function formatUrl(page: Page, id: string): Promise<string> {
  const { generation } = await (await page.request.get(`/api/generations/${id}`)).json();
  return generation.outputs[0].url;
}
