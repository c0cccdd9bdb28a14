import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { emptyFilm, type FilmDocument, type Shot } from '@atelier/catalog/films';
import { makeShot } from '@atelier/catalog/testing';
import { filmDocument } from '@atelier/contract';
import { insertFilmTake } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { finishVideo } from '../../../testing/endings.ts';
import { readOtio } from '../../../testing/read-otio.ts';
import { publicUrl, startTestApi, type TestUser } from '../../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

const pathFor = (id: string, format: string) => `/api/films/${id}/export?format=${format}`;

const makeBoatShot = (changes: Partial<Shot> = {}) =>
  makeShot({ prompt: 'A paper boat 纸船', kind: 'veo3-1-fast-text-to-video', seconds: 4, ...changes });

async function addFilm(
  user: TestUser,
  { name = 'The harbour 港口', ...document }: Partial<FilmDocument> & { name?: string } = {},
): Promise<string> {
  const id = uuidv7();
  await api.deps.db.pool.query('insert into film (id, user_id, name, document) values ($1, $2, $3, $4)', [
    id,
    user.userId,
    name,
    JSON.stringify({ ...emptyFilm, ...document }),
  ]);
  return id;
}

async function addTake(user: TestUser, filmId: string, shot: Shot | undefined, content: string) {
  const take = await finishVideo(api.deps, user, { content: Buffer.from(content) });
  const shotId = shot?.id ?? expect.fail('There is no such shot');
  await insertFilmTake(api.deps.db.pool, { generationId: take.id, filmId, shotId, asked: 'x' });
  return take;
}

async function listFiles(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  return files;
}

describe('an exported film', () => {
  it('has the addresses of its takes, a gap for a missing one, and its document', async () => {
    const user = await api.user();
    const shots = [makeBoatShot(), makeBoatShot({ seconds: 3 }), makeBoatShot()];
    const id = await addFilm(user, {
      shots,
      budget_credits: 900,
      cast: [{ name: 'Mia', url: '/media/u/m.png' }],
    });
    const first = await addTake(user, id, shots[0], 'first');
    const earlier = await addTake(user, id, shots[2], 'earlier');
    await addTake(user, id, shots[2], 'later');
    await api.deps.db.pool.query(
      `update film set document = jsonb_set(document, '{shots,2,take_id}', to_jsonb($2::text)) where id = $1`,
      [id, earlier.id],
    );
    const reply = await user.get(pathFor(id, 'otio'));
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'application/json; charset=utf-8',
      'no-store',
    ]);
    expect(reply.headers.get('content-disposition')).toContain(encodeURIComponent('The-harbour-港口.otio'));
    const read = readOtio(reply.bytes.toString());
    expect([read.name, read.rate]).toEqual(['The harbour 港口', 16]);
    expect(
      read.tracks[0]?.items.map(({ url, frames, metadata }) => [url, frames, metadata.atelier]),
    ).toMatchObject([
      [`${publicUrl}/media/${first.key}`, 80, { shot_id: shots[0]?.id, generation_id: first.id }],
      [null, 48, { shot_id: shots[1]?.id, generation_id: null }],
      [`${publicUrl}/media/${earlier.key}`, 80, { generation_id: earlier.id }],
    ]);
    expect((await user.get(new URL(read.tracks[0]?.items[0]?.url ?? '').pathname)).bytes.toString()).toBe(
      'first',
    );
    const { rows } = await api.deps.db.pool.query('select document from film where id = $1', [id]);
    expect(read.film).toEqual({ name: 'The harbour 港口', document: rows[0].document });
    expect(filmDocument.parse(read.film.document)).toEqual(rows[0].document);
    const list = (await user.get(pathFor(id, 'edl'))).bytes.toString();
    expect(list).toContain(`* SOURCE FILE: ${publicUrl}/media/${first.key}`);
    expect(list.match(/^\d{3} .{8}/gm)).toEqual(['001  SHOT000', '002  BL     ', '003  SHOT000']);
  });

  it('is as a zip its timelines with paths beside them, the takes and the sound', async () => {
    const user = await api.user();
    const sound = await finishVideo(api.deps, user, { content: Buffer.from('waves') });
    const shots = [makeBoatShot(), makeBoatShot(), makeBoatShot(), makeBoatShot()];
    const id = await addFilm(user, {
      shots,
      sound: { url: `/media/${sound.key}`, mode: 'add', volume: 0.5 },
    });
    await addTake(user, id, shots[0], 'first');
    const lost = await addTake(user, id, shots[2], 'third');
    const trashed = await addTake(user, id, shots[3], 'fourth');
    await api.deps.store.delete(lost.key);
    await user.post('/api/library/trash', { ids: [trashed.id] });
    const reply = await user.get(pathFor(id, 'zip'));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = await listFiles(reply.bytes);
    expect([...files.keys()]).toEqual([
      'media/shot-001.mp4',
      'media/shot-004.mp4',
      'media/sound.mp4',
      'film.otio',
      'film.edl',
    ]);
    expect([...files.values()].slice(0, 3)).toEqual(['first', 'fourth', 'waves']);
    const { tracks } = readOtio(files.get('film.otio') ?? '');
    const paths = tracks.map(({ name, items }) => [name, items.map(({ url, frames }) => [url, frames])]);
    expect(Object.fromEntries(paths)).toMatchObject({
      Shots: [
        ['media/shot-001.mp4', 80],
        [null, 64],
        [null, 64],
        ['media/shot-004.mp4', 80],
      ],
      Sound: [
        ['media/sound.mp4', 80],
        [null, 208],
      ],
    });
    expect(files.get('film.edl')).toContain('* SOURCE FILE: media/shot-004.mp4');
  });

  it('may be empty', async () => {
    const user = await api.user();
    const id = await addFilm(user, { name: '…' });
    const otio = await user.get(pathFor(id, 'otio'));
    expect(otio.headers.get('content-disposition')).toContain('film.otio');
    expect(readOtio(otio.bytes.toString()).tracks).toEqual([{ name: 'Shots', kind: 'Video', items: [] }]);
    const zip = await listFiles((await user.get(pathFor(id, 'zip'))).bytes);
    expect([...zip.keys()]).toEqual(['film.otio', 'film.edl']);
  });

  it('has no sound when that is not the file of its owner', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const { key } = await finishVideo(api.deps, other);
    const id = await addFilm(user, {
      shots: [makeBoatShot()],
      sound: { url: `/media/${key}`, mode: 'add', volume: 1 },
    });
    expect(readOtio((await user.get(pathFor(id, 'otio'))).bytes.toString()).tracks).toHaveLength(1);
    expect([...(await listFiles((await user.get(pathFor(id, 'zip'))).bytes)).keys()]).toHaveLength(2);
  });

  it('is for its owner, and has one of three formats', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const id = await addFilm(user);
    for (const format of ['otio', 'edl', 'zip']) {
      expect((await other.get(pathFor(id, format))).status).toBe(404);
      expect((await api.browser().get(pathFor(id, format))).status).toBe(401);
      const head = await user.request(pathFor(id, format), { method: 'HEAD' });
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
    }
    for (const [address, status, code] of [
      [pathFor(id, 'xml'), 400, 'invalid_query'],
      [`/api/films/${id}/export`, 400, 'invalid_query'],
      [pathFor('1', 'otio'), 400, 'invalid_id'],
      [pathFor(randomUUID(), 'otio'), 404, 'not_found'],
    ] as const) {
      const reply = await user.get(address);
      expect([address, reply.status, reply.body]).toEqual([
        address,
        status,
        expect.objectContaining({ code }),
      ]);
    }
  });

  it('is refused as a zip when its files are too large for one', async () => {
    const user = await api.user();
    const shots = [makeBoatShot()];
    const id = await addFilm(user, { shots });
    const { id: takeId } = await addTake(user, id, shots[0], 'first');
    await api.deps.db.pool.query('update output set bytes = 50000000001 where generation_id = $1', [takeId]);
    const reply = await user.get(pathFor(id, 'zip'));
    expect([reply.status, reply.body]).toEqual([
      413,
      expect.objectContaining({ code: 'download_too_large' }),
    ]);
    expect((await user.get(pathFor(id, 'otio'))).status).toBe(200);
  });

  it('is as a zip the only download of its owner, who may begin the next one when it was left', async () => {
    const user = await api.user();
    const shots = [makeBoatShot()];
    const id = await addFilm(user, { shots });
    const { key } = await addTake(user, id, shots[0], 'first');
    const large = Readable.from([Buffer.alloc(40_000_000, 7)]);
    await api.deps.store.put(key, large, { contentType: 'video/mp4', maxBytes: 40_000_000 });
    const address = new URL(pathFor(id, 'zip'), api.url);
    const [response] = (await once(
      get(address, { headers: { cookie: user.cookieHeader() } }),
      'response',
    )) as [IncomingMessage];
    const refused = await user.get(pathFor(id, 'zip'));
    expect([refused.status, refused.body]).toEqual([
      429,
      expect.objectContaining({ code: 'download_running' }),
    ]);
    expect((await user.get(pathFor(id, 'edl'))).status).toBe(200);
    response.on('error', () => undefined).destroy();
    await vi.waitFor(async () => expect((await user.get(pathFor(id, 'zip'))).status).toBe(200), 20_000);
  });
});
