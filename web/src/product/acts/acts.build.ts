import { defaultInput, getKind, kinds } from '@atelier/catalog';

/** A form that takes a result as its file, and what it costs there by the setting that the price depends on. */
export type Goal = {
  kindId: string;
  /** The field that takes the file. */
  field: string;
  /** The setting that is chosen by the file; undefined where the price is one. */
  setting?: string;
  /** Credits by the value of the setting; under an empty name the price of the form as it opens. */
  credits: Readonly<Record<string, number>>;
};

export const goals = {
  sound: findGoal('video-to-audio', 'video_url'),
  continue: findGoal('image-to-video', 'image_url', 'resolution'),
  animate: findGoal('image-to-video', 'image_url'),
  upscaleVideo: findGoal('topaz-upscale-video', 'video_url', 'max_seconds'),
  transcribe: findGoal('transcription', 'audio_url', 'max_seconds'),
  upscaleImage: findGoal('topaz-upscale-image', 'image_url'),
  speakingImage: findGoal('veed-fabric-1-0', 'image_url'),
  speakingVideo: findGoal('veed-lipsync', 'video_url', 'max_seconds'),
  spokenSound: findGoal('veed-fabric-1-0', 'audio_url', 'max_seconds'),
};

/** Kinds whose videos have sound unless it was switched off. */
export const soundKinds: readonly string[] = kinds.filter(({ hasSound }) => hasSound).map(({ id }) => id);

/** Kinds whose sounds are a text that is read aloud. */
export const speechKinds: readonly string[] = kinds
  .filter(({ fields }) => fields.prompt?.labels === 'speech')
  .map(({ id }) => id);

/** Kinds that take a seed. */
export const seededKinds: readonly string[] = kinds
  .filter(({ fields }) => fields.seed && !fields.seed.isIgnored)
  .map(({ id }) => id);

function findGoal(kindId: string, field: string, setting?: string): Goal {
  const kind = getKind(kindId);
  const input = defaultInput(kind);
  const price = (change: object = {}) => kind.price({ ...input, ...change }).costCredits;
  if (setting === undefined) return { kindId, field, credits: { '': price() } };
  const widget = kind.fields[setting]?.widget;
  const values = widget?.type === 'choice' ? widget.options.map(({ value }) => value) : [];
  const priced = values.map((value) => [String(value), price({ [setting]: value })]);
  return { kindId, field, setting, credits: { '': price(), ...Object.fromEntries(priced) } };
}
