import { families, findKind, isEarlier, type Kind, recommendedIds } from '@atelier/catalog';
import { filmLimits, listLengths, makesShots } from '@atelier/catalog/films';

/** A model of shots: the kinds of one quality of a family. */
export type ShotModel = {
  /** The kind that stands for it in a document: the one that begins with a text, where there is one. */
  kind: string;
  kinds: readonly string[];
  label: string;
  /** Lengths in seconds, shortest first; empty when it has one length of its own. */
  lengths: readonly number[];
  /** Characters that its prompts may have. */
  promptLength: number;
  takesFirst: boolean;
  takesLast: boolean;
  isEarlier: boolean;
};

/** Every model of shots, in the order of the catalog. */
export const shotModels: readonly ShotModel[] = families.flatMap(({ name, variants }) => {
  const made = variants.flatMap((variant) => {
    const kind = findKind(variant.kind);
    return kind && makesShots(kind) ? [{ ...variant, definition: kind }] : [];
  });
  const ofQuality = Map.groupBy(made, ({ quality }) => quality);
  return [...ofQuality].map(([quality, own]): ShotModel => {
    const first = own.find(({ input }) => input === 'text') ?? own[0];
    // The server looks for a kind among those of the own quality first, then in the whole family.
    const takesLast = made.some(
      ({ input, definition }) => input === 'frames' || definition.fields.end_image_url !== undefined,
    );
    return {
      kind: first?.kind ?? '',
      kinds: own.map(({ kind }) => kind),
      label: quality ? `${name} ${quality}` : name,
      lengths: first ? listLengths(first.definition) : [],
      promptLength: Math.min(filmLimits.prompt, ...own.map(({ definition }) => readPromptLength(definition))),
      takesFirst: made.some(({ input }) => input === 'picture'),
      takesLast,
      isEarlier: isEarlier(first?.kind ?? ''),
    };
  });
});

/** Recommended models come first as the model of a new film. */
export const recommendedShotKinds: readonly string[] = recommendedIds.filter((id) =>
  shotModels.some(({ kind }) => kind === id),
);

function readPromptLength({ fields }: Kind): number {
  const widget = fields.prompt?.widget;
  return widget?.type === 'textarea' ? widget.maxCodePoints : Number.POSITIVE_INFINITY;
}
