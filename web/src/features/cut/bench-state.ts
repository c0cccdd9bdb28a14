import { type CutClip, type CutPlan, cutLimits, isSoundCut } from '@atelier/catalog/cuts';
import { moveItem } from '#lib/move-item.ts';
import { addStep, noSteps, type Steps, stepBack, stepForward } from '#lib/undo-steps.ts';
import { type BenchClip, type BenchSource, isSound, makeClip } from '#product/playback/bench-clip.ts';
import { clampSpeed, clampTrim, toSourceMoment } from '#product/playback/clip-times.ts';

/** The cut itself: one step of undo holds one of these. */
export type Cut = Omit<CutPlan, 'clips'> & { readonly clips: readonly BenchClip[] };

export type Bench = Steps<Cut> & {
  readonly cut: Cut;
  readonly selectedId: string | undefined;
  /** Sources of the clips by address; those of removed clips stay for an undo. */
  readonly sources: Readonly<Record<string, BenchSource>>;
};

export type WholeChange = Partial<Omit<Cut, 'clips'>>;

export type BenchAction =
  /** Puts clips behind the others, or in place of them. */
  | { do: 'add'; sources: readonly BenchSource[]; ids: readonly string[]; isFresh?: boolean }
  /** Takes over a whole cut, such as an earlier one. */
  | { do: 'load'; cut: Cut; sources: readonly BenchSource[] }
  /** `control` names the one that was used, where a setting has two. */
  | { do: 'change'; id: string; change: Partial<CutClip>; atMs: number; control?: string }
  | { do: 'change-whole'; change: WholeChange; atMs: number }
  | { do: 'split'; id: string; seconds: number; newId: string }
  | { do: 'duplicate'; id: string; newId: string }
  | { do: 'remove'; id: string }
  | { do: 'move'; id: string; place: number }
  | { do: 'select'; id: string }
  | { do: 'undo' }
  | { do: 'redo' };

export const emptyCut: Cut = { clips: [], shape: 'source', sound: null, caption: '', poster_seconds: null };

export const emptyBench: Bench = {
  ...noSteps,
  cut: emptyCut,
  selectedId: undefined,
  sources: {},
};

/** Returns the bench after an action; itself when the action changes nothing. */
export function reduceBench(bench: Bench, action: BenchAction): Bench {
  switch (action.do) {
    case 'add':
      return addClips(bench, action);
    case 'load':
      return loadCut(bench, action);
    case 'change':
      return changeClip(bench, action);
    case 'change-whole': {
      const group = `whole:${Object.keys(action.change).join()}`;
      return take(bench, { ...bench.cut, ...action.change }, { group, atMs: action.atMs });
    }
    case 'split':
      return splitClip(bench, action);
    case 'duplicate':
      return duplicateClip(bench, action);
    case 'remove':
      return removeClip(bench, action.id);
    case 'move': {
      const clips = moveItem(bench.cut.clips, action.id, action.place);
      return clips === bench.cut.clips ? bench : takeClips(bench, clips, action.id);
    }
    case 'select':
      return selectClip(bench, action.id);
    case 'undo':
      return goTo(bench, stepBack(bench, bench.cut));
    case 'redo':
      return goTo(bench, stepForward(bench, bench.cut));
  }
}

type Action<Name extends BenchAction['do']> = Extract<BenchAction, { do: Name }>;

function addClips(bench: Bench, { sources, ids, isFresh }: Action<'add'>): Bench {
  const before = isFresh ? [] : bench.cut.clips;
  // Videos and sounds are not cut together.
  const isOfSounds = before.length === 0 ? sources.slice(0, 1).some(isSound) : isSoundCut(bench.cut);
  const added = sources
    .filter((source) => isSound(source) === isOfSounds)
    .map((source, index) => makeClip(source, ids[index] ?? source.url))
    .slice(0, cutLimits.clips - before.length);
  const [first] = added;
  if (!first) return bench;
  const clips = [...before, ...added];
  const whole = isFresh ? emptyCut : bench.cut;
  // The first of all decides whether sounds are cut, or videos.
  const result = before.length > 0 ? whole.result : isOfSounds ? 'mp3' : undefined;
  const known = withSources(bench, sources);
  return { ...take(known, { ...whole, result, clips }), selectedId: first.id };
}

function loadCut(bench: Bench, { cut, sources }: Action<'load'>): Bench {
  return { ...take(withSources(bench, sources), cut), selectedId: cut.clips[0]?.id };
}

function withSources(bench: Bench, sources: readonly BenchSource[]): Bench {
  const known = Object.fromEntries(sources.map((source) => [source.url, source]));
  return { ...bench, sources: { ...bench.sources, ...known } };
}

function changeClip(bench: Bench, { id, change, atMs, control }: Action<'change'>): Bench {
  const { clips } = bench.cut;
  const known = clips.find((clip) => clip.id === id);
  if (!known) return bench;
  const changed = { ...known, ...change };
  const fitting = clampSpeed(clampTrim(changed, change, bench.sources[known.url]?.seconds));
  const isSame = Object.entries(fitting).every(([name, value]) => known[name as keyof BenchClip] === value);
  if (isSame) return bench;
  const next = clips.map((clip) => (clip.id === id ? fitting : clip));
  return take(
    bench,
    { ...bench.cut, clips: next },
    { group: [id, control, ...Object.keys(change)].join(':'), atMs },
  );
}

/** Splits a clip at the picture that the preview shows at a moment of it, unless a part would be too short. */
function splitClip(bench: Bench, { id, seconds, newId }: Action<'split'>): Bench {
  const { clips } = bench.cut;
  const place = clips.findIndex((clip) => clip.id === id);
  const clip = clips[place];
  if (!clip || !canSplit(bench, id, seconds)) return bench;
  const middle = toSourceMoment(clip, seconds);
  const parts: BenchClip[] = [
    { ...clip, end: middle, fade_out: 0 },
    { ...clip, id: newId, start: middle, fade_in: 0 },
  ];
  // A clip that runs backwards begins with its later part.
  if (clip.is_reversed) {
    parts[0] = { ...clip, start: middle, fade_out: 0 };
    parts[1] = { ...clip, id: newId, end: middle, fade_in: 0 };
  }
  return takeClips(bench, clips.toSpliced(place, 1, ...parts), newId);
}

/** Whether both parts of a split clip would be long enough, and one more clip fits. */
export function canSplit({ cut: { clips } }: Bench, id: string, seconds: number): boolean {
  const clip = clips.find((each) => each.id === id);
  if (!clip || clip.repeats > 1 || clips.length >= cutLimits.clips) return false;
  const middle = toSourceMoment(clip, seconds);
  const least = cutLimits.clipSeconds * clip.speed;
  return middle - clip.start >= least && clip.end - middle >= least;
}

function duplicateClip(bench: Bench, { id, newId }: Action<'duplicate'>): Bench {
  const { clips } = bench.cut;
  const place = clips.findIndex((clip) => clip.id === id);
  const clip = clips[place];
  if (!clip || clips.length >= cutLimits.clips) return bench;
  return takeClips(bench, clips.toSpliced(place + 1, 0, { ...clip, id: newId }), newId);
}

/** The next clip is chosen then, or the last one. */
function removeClip(bench: Bench, id: string): Bench {
  const { clips } = bench.cut;
  const place = clips.findIndex((clip) => clip.id === id);
  if (place < 0) return bench;
  const rest = clips.toSpliced(place, 1);
  return takeClips(bench, rest, rest[Math.min(place, rest.length - 1)]?.id);
}

function goTo(bench: Bench, stepped: ReturnType<typeof stepBack<Cut>>): Bench {
  return stepped ? choose({ ...bench, ...stepped.steps, cut: stepped.present }) : bench;
}

function selectClip(bench: Bench, id: string): Bench {
  return bench.selectedId !== id && hasClip(bench, id) ? { ...bench, selectedId: id } : bench;
}

/** Keeps the choice where its clip is still there. */
function choose(bench: Bench): Bench {
  const { selectedId, cut } = bench;
  if (selectedId !== undefined && hasClip(bench, selectedId)) return bench;
  return { ...bench, selectedId: cut.clips[0]?.id };
}

function hasClip({ cut: { clips } }: Bench, id: string): boolean {
  return clips.some((clip) => clip.id === id);
}

function takeClips(bench: Bench, clips: readonly BenchClip[], selectedId: string | undefined): Bench {
  return { ...take(bench, { ...bench.cut, clips }), selectedId };
}

/** Makes a cut the present one, and the one before a step to go back to. */
function take(bench: Bench, cut: Cut, change?: Bench['lastChange']): Bench {
  return { ...bench, ...addStep(bench, bench.cut, change), cut };
}
