import type { PublicGeneration } from '@atelier/contract';
import { type ActId, findGoal, findSeed, listActs } from '#product/acts/list-acts.ts';
import { type InputUse, inputUses } from '#product/generation/actions/uses-menu.tsx';
import { hasShownResult, type ShownOutput } from '#product/generation/outputs.ts';
import { isText } from '#product/media-facts.build.ts';
import { isTranscript } from '#product/transcript/is-answer.ts';
import { listWordSteps, type WordStep } from './word-steps.ts';

/** Further steps than the acts: the form as it was, and what is done with a frame of a video. */
type OwnStep = WordStep | 'again' | 'cut' | 'recut' | 'film' | 'askFrame' | 'lead' | 'saveFrame' | 'seed';
export type StepId = Exclude<ActId, 'joined'> | InputUse['id'] | OwnStep;

/** The order of all next steps, which keeps that of the acts; the first one that fits is offered first. */
const order: readonly StepId[] = [
  'voice',
  'sound',
  'animate',
  'continue',
  'edit',
  'upscale',
  'recut',
  'cut',
  'vary',
  'remove-background',
  'again',
  'say',
  'subtitles',
  'speak',
  'image-to-video',
  'image-to-image',
  'image-understanding',
  'film',
  'askFrame',
  'lead',
  'saveFrame',
  'seed',
];

/** Everything that can be made next of a work, what fits best first. */
export function listSteps(generation: PublicGeneration, output: ShownOutput | undefined): StepId[] {
  // A generation without a result leads to nothing but its form.
  if (!hasShownResult(generation)) return ['again'];
  const words = listWordSteps({ generation, output });
  if (isTranscript(generation)) return ['again', ...words];
  if (isText[generation.medium]) {
    const uses = listImageUses(generation).filter((id) => id !== 'image-understanding');
    return ['again', ...inOrder([...uses, ...words])];
  }
  const acts = listActs(generation, output).filter((id) => id !== 'joined');
  const reached = acts.map((id) => output && findGoal(id, output)?.kindId);
  const uses = output ? inputUses(output).filter(({ kindId }) => !reached.includes(kindId)) : [];
  const frames = output?.content_type.startsWith('video/')
    ? (['film', 'askFrame', 'lead', 'saveFrame'] as const)
    : [];
  const cuts = listCuts(generation, output);
  const seed = findSeed(generation) === undefined ? [] : (['seed'] as const);
  const again = cuts.includes('recut') ? [] : (['again'] as const);
  return inOrder([...acts, ...uses.map(({ id }) => id), ...cuts, ...again, ...words, ...frames, ...seed]);
}

function listImageUses(generation: PublicGeneration): InputUse['id'][] {
  const image = findAskedImage(generation);
  return image ? inputUses(image).map(({ id }) => id) : [];
}

/** The image that a question is about, as a file that forms take. */
export function findAskedImage({ input: { image } }: PublicGeneration) {
  return typeof image === 'string' && image !== '' ? { url: image, content_type: 'image/*' } : undefined;
}

/** The bench for a video or a sound, and the plan of one that was made there, which has no form. */
function listCuts({ kind }: PublicGeneration, output: ShownOutput | undefined): ('cut' | 'recut')[] {
  if (!output || !/^(video|audio)\//.test(output.content_type)) return [];
  return kind === 'cut' ? ['recut', 'cut'] : ['cut'];
}

function inOrder(ids: readonly StepId[]): StepId[] {
  const steps = order.filter((id) => ids.includes(id));
  // The panel shows the first few, and a video has the bench among them: its other take comes behind the form as it was.
  const take = ids.includes('cut') ? steps.indexOf('vary') : -1;
  const place = steps.indexOf('again');
  return take < 0 || place < take ? steps : steps.toSpliced(place + 1, 0, 'vary').toSpliced(take, 1);
}
