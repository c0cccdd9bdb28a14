import { type CutPlan, type CutSound, cutLimits } from '../cuts/plan.ts';

/** Limits of a film. `seconds` is the sum of the lengths that its shots ask for. */
export const filmLimits = {
  shots: cutLimits.clips,
  seconds: cutLimits.seconds,
  /** Pictures of faces and places that go to every shot whose model takes references. */
  cast: 9,
  /** Characters of the name of a film, a version or one of the cast. */
  name: 80,
  /** Characters of a prompt; a model may take fewer. */
  prompt: 5_000,
  /** Seconds that one shot may ask for. */
  minShotSeconds: 1,
  maxShotSeconds: 60,
  /** Films of a user. */
  films: 200,
  /** Named versions of a film, and as many unnamed ones, of which a new one replaces the oldest. */
  versions: 50,
  /** Highest budget in credits. */
  budget: 10_000_000,
} as const;

export const filmShapes = ['16:9', '9:16', '1:1'] as const;

export type Shot = {
  /** A UUID that the client makes. */
  id: string;
  prompt: string;
  /** Any kind of the model; the pictures decide which of its kinds makes the shot. */
  kind: string;
  /** Length that is asked for; the model makes its next longer one, or its longest. */
  seconds: number;
  /** Addresses of pictures that it begins and ends with. */
  first_url: string | null;
  last_url: string | null;
  /** Whether its last picture is also the first one of the next shot. */
  shares_last: boolean;
  /** Generation that is shown; null for the newest good one. */
  take_id: string | null;
  /** Loudness of its own sound; 1 leaves it as it is. */
  volume: number;
};

export type CastMember = { name: string; url: string };

/** Everything that is edited of a film. The wire format, too: `PUT /api/films/{id}`. */
export type FilmDocument = {
  shape: (typeof filmShapes)[number];
  shots: Shot[];
  cast: CastMember[];
  /** One track under all shots. */
  sound: CutSound | null;
  /** Most credits that its shots may cost together, with all their takes; null for no bound. */
  budget_credits: number | null;
};

export const emptyFilm: FilmDocument = {
  shape: '16:9',
  shots: [],
  cast: [],
  sound: null,
  budget_credits: null,
};

/** The picture that a shot begins with: its own, or the one that it shares with the shot before. */
export function firstPicture({ shots }: Pick<FilmDocument, 'shots'>, index: number): string | null {
  const before = shots[index - 1];
  return (before?.shares_last ? before.last_url : null) ?? shots[index]?.first_url ?? null;
}

/** A generation that was made for a shot. `asked`: a hash of the line that it was made of. */
export type Take = { id: string; shotId: string; asked: string; state: 'running' | 'good' | 'failed' };

/** The take that a shot shows: the chosen one while it is good, or the newest good one. `takes`: the newest first. */
export function findTake<Each extends Take>(
  { id, take_id: chosen }: Pick<Shot, 'id' | 'take_id'>,
  takes: readonly Each[],
): Each | undefined {
  const good = takes.filter(({ shotId, state }) => shotId === id && state === 'good');
  return good.find((take) => take.id === chosen) ?? good[0];
}

/** File of a take and its length. */
export type ShownTake = { url: string; seconds: number };

/**
 * Plans the cut that joins the film: every take whole, in the order of the shots. Returns undefined without a shot, and
 * while a shot has no take.
 */
export function planFilmCut(
  { shots, shape, sound }: FilmDocument,
  takes: ReadonlyMap<string, ShownTake>,
): CutPlan | undefined {
  const clips = shots.flatMap(({ id, volume }) => {
    const take = takes.get(id);
    if (!take) return [];
    return [
      {
        url: take.url,
        start: 0,
        end: take.seconds,
        speed: 1,
        is_reversed: false,
        repeats: 1,
        fit: 'contain' as const,
        focus_x: 0.5,
        focus_y: 0.5,
        volume,
        fade_in: 0,
        fade_out: 0,
      },
    ];
  });
  if (clips.length === 0 || clips.length < shots.length) return undefined;
  return { clips, shape, sound, caption: '', poster_seconds: null };
}
