import type { Field, Kind } from '@atelier/catalog';
import { fetchGeneration } from '#product/api/generations.ts';
import { type KindEntry, kindEntries } from '#product/kinds/kind-entries.build.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { isModeOf, isNameOf, kindNames, modeNames } from '#product/navigation/choose-kind.ts';
import { currentProjectId, keepCurrentProject, noProject } from '#product/projects/current-project.ts';
import { type NoteLine, nameFields } from '../form-note.ts';
import { initialValues, isShown } from '../form-values.ts';
import { withSize } from '../query-size.ts';

export { keepMadeFrom } from './made-from.ts';

export type Prefill = {
  values: Record<string, unknown>;
  /** The documented parameters that the form has no field for. */
  dropped: string[];
  /** Names of query values that their field does not accept. */
  refused: string[];
  /** The query names the kind, so it describes the whole form. */
  isWhole: boolean;
};

/** The documented query parameters. Unknown ones, such as those of analytics, are ignored silently. */
const prefillNames = new Set([
  'prompt',
  'negative_prompt',
  ...kindNames,
  ...modeNames,
  'image_url',
  'start_image_url',
  'end_image_url',
  'video_url',
  'mask_video_url',
  'audio_url',
  'ref_image_urls',
  'speed',
  'task',
  'num_frames',
  'frames_per_second',
  'shift',
  'num_inference_steps',
  'enable_safety_checker',
  'enable_prompt_expansion',
  'guidance_scale',
  'guidance_scale_2',
  'interpolator_model',
  'num_interpolated_frames',
  'adjust_fps_for_interpolation',
  'resolution',
  'aspect_ratio',
  'duration',
  'seed',
  'image_size',
  'num_images',
  'image_strength',
  'temperature',
  'cfg_weight',
  'width',
  'height',
  'quality',
  'steps',
  'cfg_scale',
  'style',
]);

/** Documented aliases; an alias stands for the first of its fields that the kind has. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  imageSrc: ['image_url', 'image'],
  image: ['image_url'],
  fps: ['frames_per_second'],
  quality: ['image_size'],
  steps: ['num_inference_steps'],
  cfg_scale: ['guidance_scale', 'cfg_weight'],
};

/**
 * Reads a query into the fields of a kind, each value checked by the field itself, and names the documented parameters
 * that did not fit, by the reason.
 */
export function readPrefill(kind: Kind, given: Readonly<Record<string, string>>): Prefill {
  const query = withSize(kind, given);
  const entry = kindEntries.find(({ id }) => id === kind.id);
  const naming: readonly string[] = entry
    ? [
        ...kindNames.filter((name) => isNameOf(entry, query[name])),
        ...modeNames.filter((name) => isModeOf(entry, query[name])),
      ]
    : [];
  const prefill: Prefill = { values: {}, dropped: [], refused: [], isWhole: naming.length > 0 };
  const namesKind = new Set<string>([...kindNames, ...modeNames]);
  for (const [parameter, text] of Object.entries(query)) {
    const name = fieldName(kind, parameter);
    if (naming.includes(parameter) || (name !== parameter && query[name] !== undefined)) continue;
    const field = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    // A generation keeps what its model ignores; the form it is opened in has no such field.
    if (field?.isIgnored && query.made_from !== undefined) continue;
    // No address gives a consent: the user does, in the form.
    if (field?.widget.type === 'consent') continue;
    const checked = field?.check(name, fromText(field, text));
    if (checked?.ok) prefill.values[name] = checked.value;
    else if (field ? !field.isIgnored : namesKind.has(name)) prefill.refused.push(name);
    else if (field || prefillNames.has(name)) prefill.dropped.push(name);
  }
  return withoutHidden(kind, prefill);
}

/** Lines about what a query has and its form does not; the values that were refused are in them. */
export function listLeftOut(
  kind: Kind,
  query: Readonly<Record<string, string>>,
  { dropped, refused }: Pick<Prefill, 'dropped' | 'refused'>,
): NoteLine[] {
  return [
    ...nameFields('dropped', dropped),
    ...nameFields('refused', refused, kind).map((line) => ({ ...line, given: query })),
    ...nameFields('filesNeeded', filesNeeded(kind, query)),
  ];
}

/** The kind that a query names, of those that share a page with this one. */
export async function loadNamedKind(
  kind: Kind,
  query: Readonly<Record<string, string>>,
): Promise<Kind | undefined> {
  const isNamed = (entry: KindEntry) => kindNames.some((name) => isNameOf(entry, query[name]));
  const named = kindEntries.find((entry) => entry.path === kind.menu.path && isNamed(entry));
  return named && loadKind(named.id);
}

/** Chooses the project that a query names, and returns what chooses the earlier one again. */
export function takeProject({ project }: Readonly<Record<string, string>>): (() => void) | undefined {
  if (project === undefined) return undefined;
  const before = currentProjectId();
  keepCurrentProject(project === noProject ? undefined : project);
  return () => keepCurrentProject(before);
}

/** The model's errors about fields of the generation that fills the form; several errors of a field are one problem. */
export async function readRefused(kind: Kind, query: Readonly<Record<string, string>>) {
  if (query.refused === undefined) return [];
  const { error } = await fetchGeneration(query.refused);
  const named = Map.groupBy(error?.fields ?? [], ({ field }) => field);
  return [...named].flatMap(([path, reasons]) => {
    if (!Object.hasOwn(kind.fields, path)) return [];
    const said = reasons.map(({ index, message }) =>
      index === undefined ? message : `${index + 1}: ${message}`,
    );
    return [{ path, message: said.join(' · ') }];
  });
}

/** Values of fields that the form would not show are dropped, and named unless they say nothing. */
function withoutHidden(kind: Kind, { values, dropped, refused, isWhole }: Prefill): Prefill {
  const chosen = { ...initialValues(kind, {}), ...values };
  const hidden = Object.keys(values).filter((name) => {
    const field = kind.fields[name];
    return field && !isShown(field, chosen);
  });
  const shown = Object.entries(values).filter(([name]) => !hidden.includes(name));
  const named = hidden.filter((name) => values[name] !== kind.fields[name]?.default);
  return { values: Object.fromEntries(shown), dropped: [...dropped, ...named], refused, isWhole };
}

/** Fields for files that the original of a shared page had: only its owner can read those. */
export function filesNeeded(
  { fields }: Kind,
  { left_out: names = '' }: Readonly<Record<string, string>>,
): string[] {
  const isFile = (name: string) => Object.hasOwn(fields, name) && fields[name]?.widget.type === 'upload';
  return [...new Set(names.split(' '))].filter(isFile);
}

function fieldName(kind: Kind, parameter: string): string {
  if (Object.hasOwn(kind.fields, parameter)) return parameter;
  const others = (Object.hasOwn(aliases, parameter) && aliases[parameter]) || [];
  return others.find((name) => Object.hasOwn(kind.fields, name)) ?? others[0] ?? parameter;
}

/** A query has only text; the field's widget decides which type it stands for. */
function fromText(field: Field, text: string): unknown {
  const { widget } = field;
  switch (widget.type) {
    case 'switch':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'slider':
    case 'seed':
      return text.trim() === '' ? text : Number(text);
    case 'choice':
      return widget.options.find((option) => String(option.value) === text)?.value ?? text;
    case 'upload':
      return widget.maxFiles > 1 ? text.split(/\s+/).filter(Boolean) : text;
    case 'textarea':
    case 'consent':
      return text;
  }
}
