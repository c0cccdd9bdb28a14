/** A text and the seconds between which it is shown. Lines are separated by `\n`. */
export type Cue = { start: number; end: number; text: string; speaker?: string };
