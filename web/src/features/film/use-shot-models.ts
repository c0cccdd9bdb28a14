import { pickLength, type Shot } from '@atelier/catalog/films';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { recommendedShotKinds, type ShotModel, shotModels } from './shot-models.build.ts';

export type ShotModels = {
  /** Models that can be chosen: closed and earlier ones are left out. */
  open: readonly ShotModel[];
  /** The model of a first shot. */
  first: ShotModel | undefined;
};

export function useShotModels(): ShotModels {
  const closures = useKindClosures();
  const open = shotModels.filter(
    (model) => !model.isEarlier && model.kinds.some((kind) => !closures.get(kind)?.is_closed),
  );
  const isRecommended = ({ kind }: ShotModel) =>
    recommendedShotKinds.includes(kind) && !closures.get(kind)?.is_closed;
  return { open, first: open.find(isRecommended) ?? open[0] };
}

/** The model of a kind, also one that is closed or earlier. */
export function findShotModel(kind: string): ShotModel | undefined {
  return shotModels.find(({ kinds }) => kinds.includes(kind));
}

const defaultSeconds = 5;

/** Returns the length that a model makes when this one is asked for, which stays where the model decides. */
export function findLength({ lengths }: Pick<ShotModel, 'lengths'>, seconds = defaultSeconds): number {
  return pickLength(lengths, seconds) ?? seconds;
}

/** Model and length of a shot beside another one. */
export function startBeside(neighbour: Shot | undefined, { first }: ShotModels) {
  if (neighbour) return { kind: neighbour.kind, seconds: neighbour.seconds };
  return { kind: first?.kind ?? '', seconds: first ? findLength(first) : defaultSeconds };
}

/** The model of a shot between two pictures: that of its neighbour where it takes both, else another one that does. */
export function findModelOfGap(kind: string, { open }: ShotModels): ShotModel | undefined {
  const own = findShotModel(kind);
  return own?.takesLast && open.includes(own) ? own : open.find(({ takesLast }) => takesLast);
}
