import type { Kind } from '@atelier/catalog';
import type { Recipe } from '@atelier/contract';
import { loadKind, loadKindsOfMedium } from '#product/kinds/kinds.ts';
import type { ForeignSettings } from './foreign-settings.ts';

/** Settings that a form can be filled with. */
export type FittedRecipe = {
  tool: 'atelier' | ForeignSettings['tool'];
  /** Kind that the recipe fits; undefined when none does. */
  kind: Kind | undefined;
  /** Input with only the values that the fields of the kind take. */
  input: Record<string, unknown>;
  /** Settings that no form takes, or not the form of this kind, under our names of fields or those of their program. */
  leftOut: { name: string; value: string }[];
  /** Generation that one of our own recipes came from. */
  generation: string | undefined;
};

/** A recipe of our own. The files that it names can be read by their owner alone. */
export async function fitRecipe(recipe: Recipe, isOwner: boolean): Promise<FittedRecipe> {
  const kind = await loadKind(recipe.kind);
  const fitted: FittedRecipe = {
    tool: 'atelier',
    kind,
    input: {},
    leftOut: [],
    generation: recipe.generation ?? undefined,
  };
  for (const [name, value] of Object.entries(recipe.input)) {
    const field = kind && Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    if (isEmpty(value) && field?.widget.type !== 'textarea') continue;
    // Kept with the generation without effect and in no form, or to be affirmed for the next.
    if (field?.isIgnored || field?.widget.type === 'consent') continue;
    const isReachable = isOwner || field?.widget.type !== 'upload';
    const checked = isReachable ? field?.check(name, value) : undefined;
    if (checked?.ok) fitted.input[name] = checked.value;
    // An emptied text is a value where it is allowed, and otherwise nothing.
    else if (!isEmpty(value)) fitted.leftOut.push({ name, value: shown(value) });
  }
  return fitted;
}

/** Settings of another program, in the form for images that takes most of them. */
export async function fitForeign(settings: ForeignSettings): Promise<FittedRecipe> {
  const images = await loadKindsOfMedium('image');
  const candidates = images.filter(({ fields }) =>
    Object.values(fields).every(({ widget, isRequired }) => widget.type !== 'upload' || !isRequired),
  );
  const all = candidates.map((kind) => fitInto(kind, settings));
  const most = Math.max(...all.map(({ input }) => Object.keys(input).length));
  const best = all.find(({ input }) => Object.keys(input).length === most);
  if (!best) throw new Error('There is no kind of images');
  return best;
}

function fitInto(kind: Kind, settings: ForeignSettings): FittedRecipe {
  const { tool, prompt, negativePrompt, seed, width, height, others } = settings;
  const fitted: FittedRecipe = { tool, kind, input: {}, leftOut: [], generation: undefined };
  const take = (name: string, value: unknown) => {
    if (value === undefined) return;
    const field = kind.fields[name];
    const checked = field?.isIgnored ? undefined : field?.check(name, value);
    if (checked?.ok) fitted.input[name] = checked.value;
    else fitted.leftOut.push({ name, value: shown(value) });
  };
  take('prompt', prompt);
  take('negative_prompt', negativePrompt);
  take('seed', seed);
  const size = width && height ? findSize(kind, width / height, width) : undefined;
  if (size !== undefined) take('image_size', size.value);
  // A shape that the form has, in other pixels, is named as well.
  if (width && height && size?.widthPx !== width)
    fitted.leftOut.push({ name: 'image_size', value: `${width} × ${height}` });
  fitted.leftOut.push(...Object.entries(others).map(([name, value]) => ({ name, value })));
  return fitted;
}

/** The size of the same shape whose width is nearest. */
function findSize({ fields }: Kind, ratio: number, widthPx: number) {
  const widget = fields.image_size?.widget;
  const options = widget?.type === 'choice' ? widget.options : [];
  return options
    .flatMap(({ value, ratio: shape }) => (shape ? [{ value, widthPx: shape[0], heightPx: shape[1] }] : []))
    .filter((size) => Math.abs(size.widthPx / size.heightPx / ratio - 1) < 0.01)
    .toSorted((a, b) => Math.abs(a.widthPx - widthPx) - Math.abs(b.widthPx - widthPx))[0];
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
