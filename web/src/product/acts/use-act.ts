import { maxRoll } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import type { LinkProps } from '@tanstack/react-router';
import AudioLines from 'lucide-react/icons/audio-lines';
import Clapperboard from 'lucide-react/icons/clapperboard';
import FileVideo from 'lucide-react/icons/file-video';
import ImageUpscale from 'lucide-react/icons/image-upscale';
import Shuffle from 'lucide-react/icons/shuffle';
import StepForward from 'lucide-react/icons/step-forward';
import { type ComponentType, useMemo } from 'react';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import { useSoundedVideo } from '#product/generation/actions/sounded-video.ts';
import { useFrames } from '#product/generation/actions/use-frames.ts';
import { downloadName, type ShownOutput } from '#product/generation/outputs.ts';
import { openKindFor } from '#product/kinds/kind-closures.ts';
import { mediumViews } from '#product/media/index.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { type ActId, findGoal } from './list-acts.ts';

export type ActIcon = ComponentType<{ size: number; 'aria-hidden': 'true' }>;

export const actIcons: Readonly<Record<ActId, ActIcon>> = {
  sound: AudioLines,
  joined: FileVideo,
  animate: Clapperboard,
  continue: StepForward,
  upscale: ImageUpscale,
  vary: Shuffle,
};

export type ActTarget = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** An act leads to a form, or does something at once; `credits` is what it costs, as far as that is known. */
export type ActDoing = {
  credits?: number | undefined;
  target?: ActTarget;
  onPress?: () => void;
  isBusy?: boolean;
};

/** Returns what an act does with a result, and what it costs. */
export function useAct(
  id: ActId,
  generation: PublicGeneration,
  output: ShownOutput | undefined,
): ActDoing | undefined {
  // biome-ignore lint/correctness/useExhaustiveDependencies: rolled once for each generation
  const seed = useMemo(() => Math.floor(Math.random() * (maxRoll + 1)), [generation.id]);
  const { search, ...form } = useRegenerateTarget(generation);
  const frames = useFrames(generation, output);
  const joined = useSoundedVideo(generation, output);
  // The form as it was, with another seed.
  if (id === 'vary') {
    return { credits: findAgainCredits(generation), target: { ...form, search: { ...search, seed } } };
  }
  if (id === 'joined') return { isBusy: joined.isMaking, onPress: joined.save };
  const goal = output && findGoal(id, output);
  if (!goal) return undefined;
  const { kindId, field, settings, credits } = goal;
  if (id === 'continue') {
    const onPress = () => void frames.openWithLast(kindId, field, settings);
    return { credits, isBusy: frames.isCutting, onPress };
  }
  return { credits, target: { ...kindTarget(kindId), search: { ...settings, [field]: output.url } } };
}

/** The price of a generation made once more; unknown where another kind has taken the place of its own. */
export function findAgainCredits({ kind, credits }: PublicGeneration): number | undefined {
  return openKindFor(kind) === kind ? credits.cost : undefined;
}

/** The name of a downloaded file. */
export function nameDownload(generation: PublicGeneration, output: ShownOutput): string {
  const { fileName } = mediumViews[generation.medium];
  return fileName?.(generation.prompt, output) ?? downloadName(generation, output);
}
