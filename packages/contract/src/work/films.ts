import { type FilmDocument, filmLimits, filmShapes } from '@atelier/catalog/films';
import * as z from 'zod/mini';
import { generation } from '../generation/generation.ts';
import { uncheckedSubmissionFields } from '../generation/submissions.ts';
import { ownName, storable } from '../storable.ts';
import { cut, cutSound } from './cuts.ts';

const within = (least: number, most: number) => z.number().check(z.gte(least), z.lte(most));
const name = ownName(filmLimits.name);
const address = z.string().check(z.minLength(1), z.maxLength(2_000), storable);
/** Counts as far as the column of the database. */
const revision = z.int32();
const picture = z._default(z.nullable(address), null);

const shot = z.object({
  id: z.uuid(),
  prompt: z._default(z.string().check(z.maxLength(filmLimits.prompt), storable), ''),
  kind: z.string().check(z.maxLength(60), storable),
  seconds: within(filmLimits.minShotSeconds, filmLimits.maxShotSeconds),
  first_url: picture,
  last_url: picture,
  shares_last: z._default(z.boolean(), false),
  take_id: z._default(z.nullable(z.uuid()), null),
  volume: z._default(within(0, 2), 1),
});

/** Everything that is edited of a film, its name apart. */
export const filmDocument = z.object({
  shape: z._default(z.enum(filmShapes), '16:9'),
  shots: z.array(shot).check(z.maxLength(filmLimits.shots)),
  cast: z._default(z.array(z.object({ name, url: address })).check(z.maxLength(filmLimits.cast)), []),
  sound: z._default(z.nullable(cutSound), null),
  budget_credits: z._default(z.nullable(z.int().check(z.gte(0), z.lte(filmLimits.budget))), null),
}) satisfies z.ZodMiniType<FilmDocument>;

/**
 * Where a shot is. `missing`: it has no good take. `changed`: what it asks for now is not what its take was made of.
 * `running`: a take of it is being made. `ready`: its take is good.
 */
const shotState = z.enum(['missing', 'running', 'ready', 'changed']);
export type ShotState = z.infer<typeof shotState>;

const problem = z.object({ path: z.string(), code: z.string(), message: z.string() });

/** A shot as the server sees it, in the order of the document. */
const filmShot = z.object({
  id: z.string(),
  state: shotState,
  /** The take that the film shows; null while none is good. */
  take_id: z.nullable(z.string()),
  /** The kind that makes its next take, and what that costs; null while something is in the way. */
  kind: z.nullable(z.string()),
  cost_credits: z.nullable(z.int()),
  problem: z.nullable(problem),
});

const film = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.nullable(z.string()),
  /** Raised at every change of the document or the name: `PUT` sends back the one that was edited. */
  revision: z.int(),
  document: filmDocument,
  shots: z.array(filmShot),
  /** Every take that is left, the newest first. `is_doubtful` and refunds are those of the generation. */
  takes: z.array(z.object({ shot_id: z.string(), generation })),
  price: z.object({
    /** Shots without a good take and without one that is being made, and what they cost together. */
    missing: z.int(),
    credits: z.int(),
    /** Charged and held for all takes so far, also for those that were deleted since. */
    spent_credits: z.int(),
  }),
  /** The newest joining; null before the first one, and a day after it ended. */
  cut: z.nullable(cut),
  /** The joined film, a generation of the kind `cut`; null before the first one, and while that is in the trash. */
  generation_id: z.nullable(z.string()),
  /** Whether the joined film shows what the document says. */
  is_joined: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type PublicFilm = z.infer<typeof film>;
export type FilmShot = z.infer<typeof filmShot>;

export const filmReply = z.object({ film });
export type FilmReply = z.infer<typeof filmReply>;

/**
 * Body of `POST /api/films`: an empty one, one with a document, such as that of an imported timeline, or one of works in
 * their order. A video becomes a shot with that take, a picture a shot that begins with it.
 */
export const createFilmBody = z.object({
  name,
  document: z.optional(filmDocument),
  works: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(filmLimits.shots))),
  project_id: z.optional(z.uuid()),
});
export type CreateFilmBody = z.input<typeof createFilmBody>;

/**
 * Body of `PUT /api/films/{id}`. `revision`: the one that was edited. When the film has another one by now, a
 * document gets 409 `film_changed`, and is kept as a version; a name alone is taken.
 */
export const changeFilmBody = z.object({
  revision,
  name: z.optional(name),
  document: z.optional(filmDocument),
});
export type ChangeFilmBody = z.input<typeof changeFilmBody>;

const filmSummary = z.object({
  id: z.string(),
  name: z.string(),
  shots: z.int(),
  /** Shots with a good take. */
  ready: z.int(),
  cover_url: z.nullable(z.string()),
  generation_id: z.nullable(z.string()),
  updated_at: z.string(),
});
export type FilmSummary = z.infer<typeof filmSummary>;

/** The last edited first, at most `filmLimits.films`. */
export const filmsReply = z.object({ data: z.array(filmSummary) });

/**
 * Body of `POST /api/films/{id}/make`: takes of these shots, by default of all that are missing, as one batch. The fields of a
 * submission are those of `POST /api/batches`. `dry_run`: nothing is held; the reply says what would be.
 */
export const makeShotsBody = z.looseObject({
  ...uncheckedSubmissionFields,
  revision: z.int(),
  shots: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(filmLimits.shots))),
  dry_run: z.optional(z.boolean()),
});
export type MakeShotsBody = z.input<typeof makeShotsBody>;

/**
 * `left_credits`: the balance after the holds; in a dry run that of as many shots as limits and balance allow. `shots`: those
 * that are made, in the order of the document. In a dry run `batch_id` is null.
 */
export const makeShotsReply = z.object({
  dry_run: z.boolean(),
  total_credits: z.int(),
  left_credits: z.int(),
  shots: z.array(
    z.object({ id: z.string(), cost_credits: z.nullable(z.int()), problem: z.nullable(problem) }),
  ),
  batch_id: z.nullable(z.string()),
  /** Film with the new takes; null in a dry run. */
  film: z.nullable(film),
});
export type MakeShotsReply = z.infer<typeof makeShotsReply>;

/**
 * Why a version was kept. `saved`: its user named it. `made`: before its shots were made. `overtaken`: it was sent for a
 * revision that had passed. `restored`: another version took its place.
 */
const versionReason = z.enum(['saved', 'made', 'overtaken', 'restored']);
export type VersionReason = z.infer<typeof versionReason>;

const version = z.object({
  id: z.string(),
  reason: versionReason,
  name: z.nullable(z.string()),
  revision: z.int(),
  shots: z.int(),
  created_at: z.string(),
});
export type FilmVersion = z.infer<typeof version>;

/** The newest first: at most `filmLimits.versions` with names, and as many without. */
export const filmVersionsReply = z.object({ data: z.array(version) });
export const createVersionBody = z.object({ name });
export const filmVersionReply = z.object({ version });
export const filmVersionParams = z.object({ id: z.uuid(), version: z.uuid() });

/** Query of `GET /api/films/{id}/export`. `zip` has the timelines and the files of the takes. */
export const exportFilmQuery = z.object({ format: z.enum(['otio', 'edl', 'zip']) });
