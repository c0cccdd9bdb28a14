import type { PublicGeneration } from '@atelier/contract';
import Captions from 'lucide-react/icons/captions';
import MicVocal from 'lucide-react/icons/mic-vocal';
import ScanFace from 'lucide-react/icons/scan-face';
import Speech from 'lucide-react/icons/speech';
import { type ActGoal, findSpeakGoal, findTranscribeGoal, findVoiceGoal } from '#product/acts/list-acts.ts';
import type { ActDoing, ActIcon } from '#product/acts/use-act.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { findKindClosure } from '#product/kinds/kind-closures.ts';
import { isText } from '#product/media-facts.build.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { speechForm } from './form-prices.build.ts';

/** The steps between what is seen, what is said and what is written. */
export type WordStep = 'voice' | 'say' | 'subtitles' | 'speak';

export const wordIcons: Readonly<Record<WordStep, ActIcon>> = {
  voice: ScanFace,
  say: MicVocal,
  subtitles: Captions,
  speak: Speech,
};

type Work = { generation: PublicGeneration; output: ShownOutput | undefined };

/** The steps that fit, but for those whose model is closed. */
export function listWordSteps(work: Work): WordStep[] {
  return (Object.keys(wordIcons) as WordStep[]).filter((step) => {
    const goal = findGoal(step, work);
    return goal !== undefined && !findKindClosure(goal.kindId)?.is_closed;
  });
}

export function isWordStep(step: string): step is WordStep {
  return Object.hasOwn(wordIcons, step);
}

/** Returns the end of the name of its label, `viewer:<name>`. */
export function nameWordStep(step: WordStep, output: ShownOutput | undefined): WordStep | 'transcribe' {
  return step === 'subtitles' && output?.content_type.startsWith('audio/') ? 'transcribe' : step;
}

/** The form that a step leads to, with the file or the text, and what it costs there. */
export function findWordForm(step: WordStep, work: Work): ActDoing {
  const goal = findGoal(step, work);
  if (!goal) return {};
  const { kindId, medium, field, settings, credits } = goal;
  const value = step === 'say' ? findWords(work) : work.output?.url;
  return { credits, target: { ...kindTarget(kindId, medium), search: { ...settings, [field]: value } } };
}

type WordGoal = ActGoal & { medium?: 'audio' };

function findGoal(step: WordStep, work: Work): WordGoal | undefined {
  const { generation, output } = work;
  if (step === 'say') return findSpeechGoal(work);
  if (!output) return undefined;
  if (step === 'subtitles') return findTranscribeGoal(output);
  return step === 'speak' ? findSpeakGoal(output) : findVoiceGoal(generation, output);
}

/** The form that reads an answer or a transcript aloud; undefined for a text that is longer than its model takes. */
function findSpeechGoal(work: Work): WordGoal | undefined {
  const length = [...findWords(work)].length;
  const { kindId, prices } = speechForm;
  const credits = prices.find(([most]) => length <= most)?.[1];
  if (length === 0 || credits === undefined) return undefined;
  return { kindId, medium: 'audio', field: 'prompt', settings: {}, credits };
}

function findWords({ generation: { medium, outputs } }: Work): string {
  return isText[medium] ? (outputs[0]?.text ?? '').trim() : '';
}
