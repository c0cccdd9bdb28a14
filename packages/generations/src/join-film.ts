// Joins the shots of a film to one video, as soon as each has a good take: a cut, which is rendered like any other. Next:
// worker/src/cuts.
import { createHash } from 'node:crypto';
import type { CutPlan } from '@atelier/catalog/cuts';
import { type FilmDocument, findTake } from '@atelier/catalog/films';
import {
  type CutRow,
  type Db,
  type DueFilm,
  type FilmTake,
  findOwnOutput,
  type GenerationSource,
  insertCut,
  inTransaction,
  type LockedFilm,
  listFilmTakes,
  lockDueFilm,
  markCutCancelled,
  markCutFailed,
  markFilmJoined,
  postponeJoin,
  type Queryable,
  touchUpload,
} from '@atelier/db';
import type { Log } from '@atelier/log';
import type { Producer } from '@atelier/queue';
import type { Emitter } from '@atelier/realtime';
import { enqueueCut, maxOpenCuts, notifyCut } from './cuts.ts';
import { describeFilmPlan, hashFilmPlan, notifyFilm } from './film-plan.ts';

export type JoinFilmDeps = {
  db: Db;
  producer: Pick<Producer, 'enqueue'>;
  realtime: Pick<Emitter, 'emitToUser'>;
  log: Pick<Log, 'warn'>;
  mediaAddresses: { parseKey: (address: string) => string | undefined };
};

/** Seconds until the next look while takes run, and while the user has too many cuts open. */
const runningSeconds = 5;
const fullSeconds = 15;

type Joined = { film: LockedFilm; cut: CutRow; cancelled: CutRow | undefined };

/**
 * Looks at a claimed film once. While takes run, it is due again in a moment; when a shot has no good take, or the film is
 * joined already, it waits for a change. May be called at any time and twice: one plan makes one cut.
 */
export async function joinFilm(deps: JoinFilmDeps, due: DueFilm): Promise<void> {
  const joined = await inTransaction(deps.db, (on) => join(deps, on, due));
  if (!joined) return;
  const { film, cut, cancelled } = joined;
  await notifyCut(deps, cancelled);
  await notifyCut(deps, cut);
  await notifyFilm(deps, film);
  if (cut.state !== 'waiting') return;
  await enqueueCut(deps, cut).catch((err: unknown) =>
    deps.log.warn({ err, cutId: cut.id }, 'cut not enqueued; the sweeper will enqueue it'),
  );
}

async function join(deps: JoinFilmDeps, on: Queryable, due: DueFilm): Promise<Joined | undefined> {
  const film = await lockDueFilm(on, due);
  if (!film) return undefined;
  const { takes } = await listFilmTakes(on, film.id);
  const { document } = film;
  if (hasRunningTake(document, takes)) return leave(on, film, runningSeconds);
  const plan = describeFilmPlan(document, takes);
  const hash = plan && hashFilmPlan(plan);
  if (!hash || (hash === film.joined && film.is_joining_good)) return leave(on, film, null);
  const cancelled = film.cut_id ? await markCutCancelled(on, film.cut_id, film.user_id) : undefined;
  const cut = await addCut(deps, on, { film, takes, plan, hash });
  if (!cut) {
    await leave(on, film, fullSeconds);
    return undefined;
  }
  await markFilmJoined(on, { id: film.id, cutId: cut.id, joined: hash });
  return { film, cut, cancelled };
}

async function leave(on: Queryable, { id }: LockedFilm, seconds: number | null): Promise<undefined> {
  await postponeJoin(on, id, seconds);
  return undefined;
}

/** Whether a take of a shot is being made. Takes of removed shots do not count. */
function hasRunningTake({ shots }: FilmDocument, takes: readonly FilmTake[]): boolean {
  const ids = new Set(shots.map(({ id }) => id));
  return takes.some(({ shotId, state }) => state === 'running' && ids.has(shotId));
}

type Planned = { film: LockedFilm; takes: readonly FilmTake[]; plan: CutPlan; hash: string };

/** Returns undefined when the user has too many cuts open. A cut whose sound is gone fails at once. */
async function addCut(
  deps: JoinFilmDeps,
  on: Queryable,
  { film, takes, plan, hash }: Planned,
): Promise<CutRow | undefined> {
  const { document, user_id: userId } = film;
  const clips = document.shots.flatMap((shot): GenerationSource[] => {
    const outputId = findTake(shot, takes)?.output?.id;
    return outputId ? [{ relation: 'input', field: 'clips', outputId }] : [];
  });
  const sound = plan.sound && (await findSound(deps, on, { userId, url: plan.sound.url }));
  // The previous cut is a part of the id, so that a plan that was joined before can be joined again.
  const id = deriveId(`${film.id} ${hash} ${film.cut_id ?? ''}`);
  const cut = await insertCut(on, {
    id,
    userId,
    requestId: id,
    plan: { ...plan, sound: plan.sound && sound ? { ...plan.sound, url: sound.url } : plan.sound },
    sources: [...clips, ...(sound?.sources ?? [])],
    projectId: film.project_id,
    maxOpen: maxOpenCuts,
  });
  if (!cut || !plan.sound || sound) return cut;
  return markCutFailed(on, cut, 'file_not_found');
}

type Sound = { url: string; sources: GenerationSource[] };

/** Returns undefined when the address is no file of the user. */
async function findSound(
  { mediaAddresses }: JoinFilmDeps,
  on: Queryable,
  { userId, url }: { userId: string; url: string },
): Promise<Sound | undefined> {
  const key = mediaAddresses.parseKey(url);
  if (key === undefined) return undefined;
  const upload = await touchUpload(on, key, userId);
  if (upload) return upload.state === 'stored' ? { url: `/media/${key}`, sources: [] } : undefined;
  const output = await findOwnOutput(on, key, userId);
  if (!output) return undefined;
  return { url: `/media/${key}`, sources: [{ relation: 'input', field: 'sound', outputId: output.id }] };
}

/** UUID of version 8, the same for the same text. */
function deriveId(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
