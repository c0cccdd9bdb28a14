import type { PublicGeneration } from '@atelier/contract';
import type { TFunction } from 'i18next';
import Camera from 'lucide-react/icons/camera';
import Dices from 'lucide-react/icons/dices';
import Film from 'lucide-react/icons/film';
import MoveRight from 'lucide-react/icons/move-right';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Scissors from 'lucide-react/icons/scissors';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { useTranslation } from 'react-i18next';
import { type ActId, findSeed } from '#product/acts/list-acts.ts';
import { type ActDoing, type ActIcon, actIcons, findAgainCredits, useAct } from '#product/acts/use-act.ts';
import { useStartFilm } from '#product/films/use-start-film.ts';
import { askAgainTarget, useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import { useFrames } from '#product/generation/actions/use-frames.ts';
import { type InputUse, inputUses } from '#product/generation/actions/uses-menu.tsx';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { isAnswer } from '#product/transcript/is-answer.ts';
import { formPrices } from './form-prices.build.ts';
import { findAskedImage, listSteps, type StepId } from './list-steps.ts';
import { findWordForm, isWordStep, nameWordStep, wordIcons } from './word-steps.ts';

export type Step = ActDoing & { id: StepId; label: string; Icon: ActIcon };

/** Everything that can be made next of a work; a model that closes while it is shown takes its step away. */
export function useSteps(generation: PublicGeneration, output: ShownOutput | undefined): StepId[] {
  useKindClosures();
  return listSteps(generation, output);
}

/** Returns a next step: its name, what it does, and what it costs. */
export function useStep(id: StepId, generation: PublicGeneration, output: ShownOutput | undefined): Step {
  const { t } = useTranslation(['preview', 'viewer', 'history']);
  const act = useAct(id as ActId, generation, output);
  const { search, ...form } = useRegenerateTarget(generation);
  const frames = useFrames(generation, output);
  const film = useStartFilm([generation]);
  if (isAct(id)) return { id, label: t(`preview:acts.${id}`), Icon: actIcons[id], ...act };
  if (isWordStep(id)) {
    const label = t(`viewer:${nameWordStep(id, output)}`);
    return { id, label, Icon: wordIcons[id], ...findWordForm(id, { generation, output }) };
  }
  const again = { id, credits: findAgainCredits(generation) };
  switch (id) {
    case 'again':
      return isAnswer(generation)
        ? {
            ...again,
            label: t('history:types.image-understanding.again'),
            Icon: RefreshCw,
            target: askAgainTarget(generation),
          }
        : { ...again, label: t('viewer:regenerate'), Icon: RefreshCw, target: { ...form, search } };
    case 'cut':
    case 'recut':
      return { id, label: t(`viewer:${id}`), Icon: Scissors, credits: 0, target: findBench(id, generation) };
    case 'film':
      return {
        id,
        label: t('viewer:film'),
        Icon: Film,
        credits: 0,
        isBusy: film.isRunning,
        onPress: film.start,
      };
    case 'seed':
      return {
        ...again,
        label: t('preview:acts.seed'),
        Icon: Dices,
        target: { ...form, search: { ...search, seed: findSeed(generation) } },
      };
    case 'askFrame':
    case 'lead':
    case 'saveFrame':
      return { id, isBusy: frames.isCutting, credits: findFrameCredits(id), ...describeFrame(id, frames, t) };
    default:
      return { id, label: t(`preview:uses.${id}`), Icon: WandSparkles, ...findUse(id, generation, output) };
  }
}

/** The bench with this video, or with the plan that made it. */
function findBench(id: 'cut' | 'recut', { id: work }: PublicGeneration): ActDoing['target'] {
  return { to: '/creator/cut', search: id === 'cut' ? { works: work } : { again: work } };
}

type FrameStep = 'askFrame' | 'lead' | 'saveFrame';

/** Describes what is done with a frame of a video. */
function describeFrame(
  id: FrameStep,
  frames: ReturnType<typeof useFrames>,
  t: TFunction<['preview']>,
): Pick<Step, 'label' | 'Icon' | 'onPress'> {
  if (id === 'askFrame')
    return {
      label: t('preview:uses.image-understanding'),
      Icon: WandSparkles,
      onPress: () => void frames.openWithLast('image-understanding', 'image'),
    };
  if (id === 'lead')
    return {
      label: t('preview:frames.lead'),
      Icon: MoveRight,
      onPress: () => void frames.openWithLast('first-to-last-frame', 'start_image_url'),
    };
  return { label: t('preview:frames.save'), Icon: Camera, onPress: () => void frames.saveShown() };
}

/** Returns what the form costs that a frame is for; a frame itself costs nothing. */
function findFrameCredits(id: StepId): number | undefined {
  if (id === 'askFrame') return formPrices['image-understanding'];
  return id === 'lead' ? formPrices['first-to-last-frame'] : 0;
}

function findUse(
  use: InputUse['id'],
  generation: PublicGeneration,
  output: ShownOutput | undefined,
): ActDoing {
  const file = output ?? findAskedImage(generation);
  const found = file && inputUses(file).find((each) => each.id === use);
  return found ? { target: found.target, credits: formPrices[found.kindId ?? ''] } : {};
}

function isAct(id: StepId): id is Extract<StepId, ActId> {
  return Object.hasOwn(actIcons, id);
}
