import { findKind } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import type { Fact } from '#product/generation/facts.tsx';
import { useValueWords } from './details/use-value-words.ts';

/** Prompts have a place of their own, above the parameters; so have files. */
const shownElsewhere = new Set(['prompt', 'negative_prompt']);

/** Everything that was asked for, in the order of the kind's form, in the user's words. */
export function useParameterFacts(generation: PublicGeneration): Fact[] {
  const { t } = useTranslation(['history', 'kinds']);
  const wordsOf = useValueWords(generation.kind);
  const kind = findKind(generation.kind);
  // A stored record may hold fields that its kind has lost since: they are told too, last.
  const names = new Set([...Object.keys(kind?.fields ?? {}), ...Object.keys(generation.input)]);
  const facts = [...names].flatMap((name): Fact[] => {
    const value = generation.input[name];
    if (shownElsewhere.has(name) || kind?.fields[name]?.widget.type === 'upload') return [];
    if (value === undefined || value === null || value === '') return [];
    return [{ label: t(`kinds:fields.${name}.label`, { defaultValue: name }), value: wordsOf(name, value) }];
  });
  return [
    {
      label: t('details.kind'),
      value: t(`kinds:kinds.${generation.kind}.title`, { defaultValue: generation.kind }),
    },
    { label: t('details.model'), value: generation.model },
    ...facts,
    ...seedFact(generation, t('details.seedUsed')),
    { label: t('details.visibility'), value: t(generation.is_public ? 'details.public' : 'details.private') },
  ];
}

/** The seed that the model chose itself; one that was asked for stands among the parameters. */
function seedFact({ seed_used: seed, input }: PublicGeneration, label: string): Fact[] {
  return seed === null || seed === input.seed ? [] : [{ label, value: String(seed) }];
}
