/** Limits of a cut. Lengths are in seconds of the result, unless they are of a source. */
export const cutLimits = {
  clips: 200,
  seconds: 600,
  /** Least length of a clip in the result. */
  clipSeconds: 0.1,
  minSpeed: 0.25,
  maxSpeed: 4,
  repeats: 10,
  fadeSeconds: 5,
  /** Loudness of a clip or the added sound; 1 leaves it as it is. */
  volume: 2,
  /** Characters of the caption. */
  caption: 200,
  /** Pixels of the longer side of the result, and of the shorter one. */
  longSide: 1920,
  shortSide: 1080,
} as const;

/** Shape of the result; `source` is that of the first clip. */
export const cutShapes = ['source', '16:9', '9:16', '1:1'] as const;
/**
 * How a picture of another shape is fitted: `contain` shows all of it with bars, `cover` fills the frame and cuts off the
 * rest.
 */
export const cutFits = ['contain', 'cover'] as const;
/** Whether an added sound is played instead of that of the clips, or with it. */
export const cutSoundModes = ['replace', 'add'] as const;

/** Formats of the result: a video as mp4, or a sound alone. */
export const cutResults = ['video', 'mp3', 'wav'] as const;

export type CutClip = {
  /** Address of a video of the user's own, or of a sound where the result is one: a result or an upload. */
  url: string;
  /** Moments of the source in seconds. */
  start: number;
  end: number;
  speed: number;
  is_reversed: boolean;
  /** How often it is shown. */
  repeats: number;
  fit: (typeof cutFits)[number];
  /** Part of the picture that stays in view with `cover`: 0 is left or top, 1 is right or bottom. */
  focus_x: number;
  focus_y: number;
  volume: number;
  /** Seconds from and to black and silence, at the beginning of the first run and the end of the last. */
  fade_in: number;
  fade_out: number;
};

export type CutSound = {
  /** Address of a sound of the user's own, or of a video whose sound is meant. */
  url: string;
  mode: (typeof cutSoundModes)[number];
  volume: number;
};

/** Everything that decides a cut. The wire format, too: `POST /api/cuts`. */
export type CutPlan = {
  clips: CutClip[];
  /** A video when absent. A sound has neither shape, caption nor poster, and its clips no pictures. */
  result?: (typeof cutResults)[number] | undefined;
  shape: (typeof cutShapes)[number];
  /** Ends with the pictures, and is silent after its own end. */
  sound: CutSound | null;
  /** Text over the lower edge of all pictures; empty for none. */
  caption: string;
  /** Moment of the result whose picture stands for it; null for the first one. */
  poster_seconds: number | null;
};

/** Seconds that a clip takes in the result. */
export function countClipSeconds({
  start,
  end,
  speed,
  repeats,
}: Pick<CutClip, 'start' | 'end' | 'speed' | 'repeats'>): number {
  return ((end - start) / speed) * repeats;
}

export function countPlanSeconds({ clips }: Pick<CutPlan, 'clips'>): number {
  return clips.reduce((total, clip) => total + countClipSeconds(clip), 0);
}

/** Whether sounds are cut to a sound. */
export function isSoundCut({ result = 'video' }: Pick<CutPlan, 'result'>): boolean {
  return result !== 'video';
}
