import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import type { FilmReply, ProjectReply, Share, UploadImageReply } from '@atelier/contract';
import { ledgerCsvHeader, parseLedgerCsv, verifyLedgerEntries } from '@atelier/db';
import { makeTestFile } from '@atelier/media/testing';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitQuestion, submitVideo, uploadImage, uploadVideo } from '../../testing/submissions.ts';
import { makeTakeOut, unzip } from '../../testing/take-outs.ts';

const api = await startTestApi({ settings: { LIMIT_UPLOAD_PER_MINUTE: '100000' } });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

async function download(user: TestUser, language?: string): Promise<Map<string, Buffer>> {
  const { url } = await makeTakeOut(api, user, language);
  return unzip((await user.get(url)).bytes);
}

const stored = async (key: string) => buffer(api.deps.store.read(key));
const month = new Date().toISOString().slice(0, 7);
const day = new Date().toISOString().slice(0, 10);
const json = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? '');

describe('an archive', () => {
  it('has every result unchanged, with its settings beside it', async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { prompt: 'A paper boat: ../..\\"x"' });
    const image = await finishImage(api.deps, user, { images: ['shown', 'flagged', 'shown'], seed: 7 });
    await user.post('/api/image-generation/favorite', { imageId: image.id, isFavorite: true, tags: ['sea'] });
    const { project } = (await user.post('/api/projects', { name: 'Sea' })).body as ProjectReply;
    await user.post('/api/library/change', { ids: [image.id], project: project.id });
    const { film } = (await user.post('/api/films', { name: 'The sea' })).body as FilmReply;
    await user.post(`/api/films/${film.id}/versions`, { name: 'Empty' });
    const files = await download(user);
    const { document } = film;
    expect(json(files, 'account/films.json')).toMatchObject([
      { film_id: film.id, name: 'The sea', document, takes: [] },
    ]);
    expect(json(files, 'account/film-versions.json')).toMatchObject([
      { film_id: film.id, name: 'Empty', reason: 'saved', document },
    ]);
    expect(json(files, 'account/projects.json')).toMatchObject([{ id: project.id, name: 'Sea' }]);
    const videoName = `videos/${month}/${day}_A-paper-boat-x_${video.id.slice(-12)}-1`;
    const imageName = `images/${month}/${day}_A-red-fox-in-fresh-snow_${image.id.slice(-12)}`;
    expect([...files.keys()].filter((name) => /^(videos|images)\//.test(name))).toEqual([
      `${imageName}-1.png`,
      `${imageName}-1.json`,
      `${imageName}-2.json`,
      `${imageName}-3.png`,
      `${imageName}-3.json`,
      `${videoName}.mp4`,
      `${videoName}.json`,
    ]);
    expect(files.get(`${videoName}.mp4`)).toEqual(await stored(video.key));
    expect(files.get(`${imageName}-1.png`)).toEqual(await stored(image.keys[0] ?? ''));
    expect(files.get(`${imageName}-3.png`)).toEqual(await stored(image.keys[1] ?? ''));
    expect(json(files, `${imageName}-3.json`)).toMatchObject({
      id: image.id,
      kind: 'flux-schnell',
      medium: 'image',
      model: 'flux-schnell',
      status: 'partial',
      prompt: 'A red fox in fresh snow',
      settings: { seed: 7, num_images: 3 },
      credits: { cost: 60, charged: 40, released: 20 },
      is_favorite: true,
      tags: ['sea'],
      project_id: project.id,
      created_at: expect.stringMatching(/Z$/),
      file: `${imageName}-3.png`,
      output: {
        number: 3,
        count: 3,
        content_type: 'image/png',
        width: 64,
        height: 48,
        crc32: crc32(await stored(image.keys[1] ?? ''))
          .toString(16)
          .padStart(8, '0'),
        is_hidden_by_safety_check: false,
      },
    });
    expect(json(files, `${imageName}-2.json`)).toMatchObject({
      file: null,
      output: { is_hidden_by_safety_check: true },
    });
  });

  it('has answers as Markdown, and the upload that the question was about', async () => {
    const user = await api.user();
    const image = await uploadImage(user);
    const id = await submitQuestion(user, 'How many boats?', image);
    await endGeneration(api.deps, id, {
      status: 'completed',
      chargeCredits: 100,
      error: null,
      output: { text: '**Three** boats.' },
    });
    const files = await download(user);
    const stem = `answers/${month}/${day}_How-many-boats_${id.slice(-12)}-1`;
    expect(files.get(`${stem}.md`)?.toString()).toBe(
      '# Question\n\nHow many boats?\n\n# Answer\n\n**Three** boats.\n',
    );
    const { made_from, output } = json(files, `${stem}.json`);
    expect(output.text).toBe('**Three** boats.');
    expect(made_from).toEqual([{ field: 'image', file: expect.stringMatching(/^uploads\/.*\.png$/) }]);
    const upload = made_from[0].file as string;
    expect(files.get(upload)).toEqual(await stored(image.replace(/^.*\/media\//, '')));
    expect(json(files, upload.replace('.png', '.json'))).toMatchObject({ used_by: [id], file: upload });
    const unused = await uploadImage(user);
    expect([...files.keys()].join()).not.toContain(unused.slice(-16, -4));
  });

  it('has results of kinds that are no longer in the catalog, with their settings and what they were made from', async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { prompt: 'A paper boat' });
    const image = await uploadImage(user);
    const asked = await submitQuestion(user, 'How many boats?', image);
    const output = { text: 'Three boats.' };
    await endGeneration(api.deps, asked, { status: 'completed', chargeCredits: 100, error: null, output });
    await api.store.owner.pool.query(`update generation set kind = 'old-model' where user_id = $1`, [
      user.userId,
    ]);
    const files = await download(user);
    const name = `videos/${month}/${day}_A-paper-boat_${video.id.slice(-12)}-1`;
    expect(files.get(`${name}.mp4`)).toEqual(await stored(video.key));
    expect(json(files, `${name}.json`)).toMatchObject({
      kind: 'old-model',
      medium: 'video',
      status: 'completed',
      prompt: 'A paper boat',
      settings: { prompt: 'A paper boat', resolution: '480p' },
      file: `${name}.mp4`,
    });
    const answer = `answers/${month}/${day}_How-many-boats_${asked.slice(-12)}-1`;
    expect(files.get(`${answer}.md`)?.toString()).toContain('Three boats.');
    const { made_from } = json(files, `${answer}.json`);
    expect(made_from).toEqual([{ field: 'image', file: expect.stringMatching(/^uploads\/.*\.png$/) }]);
    expect(files.get(made_from[0].file)).toEqual(await stored(image.replace(/^.*\/media\//, '')));
    const pages = [...files].flatMap(([path, page]) => (path.endsWith('.html') ? page.toString() : []));
    expect(pages.join()).toContain(`${name}.mp4`);
  });

  it('names the pages that show a generation, and what they show', async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user);
    const path = `/api/generations/${id}/share`;
    await user.post(path, {});
    await user.request(path, { method: 'DELETE' });
    const { url } = ((await user.post(path, { shows_prompt: false })).body as { share: Share }).share;
    const files = await download(user);
    const name =
      [...files.keys()].find((each) => each.includes(id.slice(-12)) && each.endsWith('.json')) ?? '';
    expect(json(files, name).shares).toMatchObject([
      { page: null, ended_at: expect.any(String) },
      { page: new URL(url ?? '').pathname, shows_prompt: false, views: 0, ends_at: null, ended_at: null },
    ]);
  });

  it('names the result that another one was made from', async () => {
    const user = await api.user();
    const source = await finishImage(api.deps, user);
    const made = await submitVideo(user, {
      video_generation_type: 'image-to-video',
      image_url: `/media/${source.keys[0]}`,
      made_from: source.id,
    });
    const files = await download(user);
    const name = [...files.keys()].find((each) => each.includes(made.slice(-12))) ?? '';
    expect(json(files, name)).toMatchObject({
      status: 'pending',
      file: null,
      made_from: [
        {
          field: 'image_url',
          relation: 'input',
          generation_id: source.id,
          file: `images/${month}/${day}_A-red-fox-in-fresh-snow_${source.id.slice(-12)}-1.png`,
        },
        { relation: 'settings', generation_id: source.id },
      ],
    });
  });

  it('names for each file of a field the video that its frame was cut out of, also once it was deleted for good', async () => {
    const user = await api.user();
    const path = join(api.store.dataDir, 'counted.mp4');
    makeTestFile('countedMp4', path);
    const content = await readFile(path);
    const videos = [
      await finishVideo(api.deps, user, { content }),
      await finishVideo(api.deps, user, { content }),
    ];
    const frames: string[] = [];
    for (const { id } of videos.toReversed()) {
      const reply = await user.post(`/api/generations/${id}/frames`, { at: 'last' });
      frames.push((reply.body as UploadImageReply).imageUrl);
    }
    const foreign = await uploadImage(user);
    const made = await submitVideo(user, {
      video_generation_type: 'vace',
      video_url: await uploadVideo(user),
      ref_image_urls: [foreign, ...frames],
    });
    const expected = [
      { field: 'video_url' },
      { field: 'ref_image_urls' },
      { field: 'ref_image_urls', relation: 'frame', generation_id: videos[1]?.id },
      { field: 'ref_image_urls', relation: 'frame', generation_id: videos[0]?.id },
    ];
    const file = expect.stringMatching(/^uploads\//);
    const files = await download(user);
    const name = [...files.keys()].find((each) => each.includes(made.slice(-12))) ?? '';
    expect(json(files, name).made_from).toEqual(expected.map((each) => ({ ...each, file })));
    await user.post('/api/library/trash', { ids: [made] });
    await user.request('/api/trash', { method: 'DELETE' });
    const [deleted] = json(await download(user), 'account/deleted-generations.json');
    expect(deleted.made_from).toEqual(expected.map((each) => ({ ...each, file: null })));
  });

  it('has what is in the trash whole, and of what has left it the generation without its file', async () => {
    const user = await api.user();
    const { id } = await finishVideo(api.deps, user, { prompt: 'Not wanted' });
    await user.request('/api/video-generation/delete', { method: 'DELETE', body: { id } });
    const videos = (names: Iterable<string>) => [...names].filter((name) => name.startsWith('videos/'));
    expect(videos((await download(user)).keys())).toHaveLength(2);
    await api.store.owner.pool.query('update generation set purged_at = now() where id = $1', [id]);
    const files = await download(user);
    expect(videos(files.keys())).toEqual([]);
    expect(json(files, 'account/deleted-generations.json')).toMatchObject([{ id, prompt: 'Not wanted' }]);
    expect(files.get('index.html')?.toString()).toContain('You have not generated anything yet');
  });

  it('says where a file is missing, and is whole all the same', async () => {
    const user = await api.user();
    const { key } = await finishVideo(api.deps, user);
    await api.deps.store.delete(key);
    const files = await download(user);
    const name = [...files.keys()].find((each) => each.startsWith('videos/')) ?? '';
    expect(json(files, name)).toMatchObject({ file: null });
    expect(files.get('README.md')?.toString()).toContain('could not be found: 1');
  });

  it('has the account without a secret', async () => {
    const user = await api.user({ credits: 500 });
    const made = (await user.post('/api/user/api-keys', { name: 'Script' })).body as { key: string };
    await user.request('/api/user/settings', { method: 'PATCH', body: { daily_cap_credits: 300 } });
    await api.deps.db.pool.query(
      `insert into push_subscription (session_id, user_id, endpoint, p256dh, auth, application_key, language)
       select public_id, user_id, 'https://push.example/planted-path', 'planted-key', 'planted-secret', 'x', 'en'
         from user_session where user_id = $1`,
      [user.userId],
    );
    const files = await download(user);
    const account = Object.fromEntries(
      [...files.keys()]
        .filter((name) => name.startsWith('account/'))
        .map((name) => [name.slice(8, -5), json(files, name)]),
    );
    expect(account).toMatchObject({
      profile: { id: user.userId, email: user.email, sign_ins: [{ provider: 'test' }] },
      settings: {
        daily_limit_credits: 300,
        settings_in_downloaded_files: true,
        settings_in_shared_files: false,
      },
      sessions: [
        {
          signed_in_at: expect.stringMatching(/Z$/),
          notifications: { service: 'push.example', language: 'en', since: expect.any(String) },
        },
      ],
      'api-keys': [{ name: 'Script', ending: made.key.slice(-4), revoked_at: null }],
      purchases: [{ credits: 500, status: 'paid' }],
      'security-events': [
        { name: 'take_out_started', actor: 'user' },
        { name: 'daily_limit_changed', details: { daily_cap_credits: 300 } },
        { name: 'api_key_created', actor: 'user', user_agent: expect.any(String) },
      ],
      webhooks: [],
      'deleted-generations': [],
    });
    const everything = Buffer.concat([...files.values()]).toString('latin1');
    expect(everything).not.toContain(made.key);
    expect(everything).not.toContain('planted-');
    for (const secret of await listSecrets(user)) expect(everything).not.toContain(secret);
  });

  it('has the ledger, which verifies against its head', async () => {
    const user = await api.user({ credits: 500 });
    await finishVideo(api.deps, user);
    const files = await download(user);
    const csv = files.get('ledger/ledger.csv')?.toString() ?? '';
    const entries = parseLedgerCsv(csv);
    expect(entries.map(({ kind }) => kind)).toEqual(['purchase', 'reserve', 'settle']);
    const head = entries.at(-1)?.hash ?? '';
    expect(verifyLedgerEntries(entries, { isWhole: true, head })).toMatchObject({ problems: [] });
    expect(json(files, 'ledger/ledger.json')).toEqual(entries);
    expect(files.get('ledger/README.md')?.toString()).toContain(`--file ledger.csv --head ${head}`);
  });

  it('of a new account is whole, too', async () => {
    const user = await api.user({ credits: 0 });
    const files = await download(user, 'zh-CN');
    expect(files.get('ledger/ledger.csv')?.toString()).toBe(`${ledgerCsvHeader}\r\n`);
    expect(json(files, 'ledger/ledger.json')).toEqual([]);
    expect(files.get('index.html')?.toString()).toContain('<html lang="zh-CN">');
    expect([...files.keys()]).not.toContain('gallery/pages.html');
  });

  it('has nothing of another user', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const foreign = await finishVideo(api.deps, other, { prompt: 'Not yours' });
    const everything = Buffer.concat([...(await download(user)).values()]).toString('latin1');
    for (const text of [foreign.id, 'Not yours', other.userId, other.email])
      expect(everything).not.toContain(text);
  });
});

/** Reads the secrets in the tables, in every encoding in which they could be written. */
async function listSecrets({ userId, cookies }: TestUser): Promise<string[]> {
  const { rows } = await api.store.owner.pool.query<{ secret: string }>(
    `select encode(token_hash, 'hex') as secret from api_key where user_id = $1
      union all select encode(token_hash, 'base64') from api_key where user_id = $1
      union all select id from user_session where user_id = $1
      union all select token from take_out where user_id = $1`,
    [userId],
  );
  return [...rows.map(({ secret }) => secret), ...cookies.values()];
}
