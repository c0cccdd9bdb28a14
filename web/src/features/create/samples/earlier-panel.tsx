import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { MenuHeading } from '#ui/menu-item.tsx';
import { openForm } from '../open-form.ts';
import { earlierPrompts } from '../prefill/prompt-history.ts';
import { listSamples } from './list-samples.ts';
import { SampleGrid } from './sample-grid.tsx';
import { takePrompt, takeSample } from './take-sample.ts';

/** Number of earlier prompts in the list; the arrow keys of the prompt go on to older ones. */
const maxListed = 20;
const excerptLength = 160;

/** The user's earlier prompts, and the samples of the kind after them. */
export function EarlierPanel({ hasPrompt, onClose }: { hasPrompt: boolean; onClose: () => void }) {
  const { t } = useTranslation('samples');
  const id = useId();
  const open = openForm.get();
  const [prompts] = useState(() => (hasPrompt ? earlierPrompts().slice(0, maxListed) : []));
  if (!open) return null;
  const samples = listSamples(open.kind);
  const { current: tools } = open.tools;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 p-2">
      {prompts.length > 0 ? (
        <fieldset className="grid grid-cols-[minmax(0,1fr)]">
          <legend>
            <MenuHeading text={t('earlier')} />
          </legend>
          {prompts.map((prompt) => (
            <button
              key={prompt}
              type="button"
              dir="auto"
              title={prompt}
              onClick={() => {
                onClose();
                takePrompt(tools, prompt);
              }}
              className="min-h-9 rounded-sm px-2.5 py-1.5 text-left text-sm text-ink-soft hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
            >
              <span title={prompt} className="line-clamp-2 wrap-anywhere">
                {makeExcerpt(prompt, excerptLength)}
              </span>
            </button>
          ))}
        </fieldset>
      ) : null}
      {samples.length > 0 ? (
        <fieldset aria-labelledby={id}>
          <legend id={id}>
            <MenuHeading text={t('label')} />
          </legend>
          <SampleGrid
            samples={samples}
            onChoose={(sample) => {
              onClose();
              takeSample(tools, sample);
            }}
          />
        </fieldset>
      ) : null}
      {prompts.length + samples.length === 0 ? (
        <p className="p-2.5 text-sm text-ink-soft">{t('nothingEarlier')}</p>
      ) : null}
    </div>
  );
}
