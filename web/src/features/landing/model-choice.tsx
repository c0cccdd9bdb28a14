import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { modelName } from '#product/generation/model-name.ts';
import type { Offer } from './describe-landing.ts';
import { loops } from './loops.build.ts';

const choiceCount = 4;

type ModelChoiceProps = {
  offer: Offer;
  chosen: string;
  onChoose: (kindId: string) => void;
  /** The link to all models. */
  children: ReactNode;
};

/** Models to choose from, each with a picture and its price; a single one is only named. */
export function ModelChoice({ offer: { models, modelCount }, chosen, onChoose, children }: ModelChoiceProps) {
  const { t, i18n } = useTranslation(['landing', 'kinds']);
  const tile =
    'relative flex min-h-11 min-w-32 flex-auto items-center gap-2.5 rounded-md bg-raised px-2 py-1 text-xs hover:bg-hover has-checked:bg-accent-soft has-checked:outline-2 has-checked:-outline-offset-2 has-checked:outline-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink';
  return (
    <fieldset className="-mx-3 min-w-0 overflow-x-auto px-3 [scrollbar-width:none]">
      <legend className="sr-only">{t('landing:box.model')}</legend>
      <div className="flex gap-1.5 py-0.5">
        {models.slice(0, choiceCount).map(({ kindId, model, costCredits }, at) => (
          <label key={kindId} className={tile}>
            <input
              type="radio"
              name="kind"
              value={kindId}
              checked={kindId === chosen}
              onChange={() => onChoose(kindId)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <img
              src={loops[at * 3]?.posterUrl}
              alt=""
              width={44}
              height={24}
              className="h-6 w-11 shrink-0 rounded-sm object-cover"
            />
            <span className="min-w-0">
              <span className="block font-semibold whitespace-nowrap">{modelName(model)}</span>
              <span className="block whitespace-nowrap text-ink-faint tabular-nums">
                {t('landing:box.credits', {
                  credits: formatCredits(costCredits, i18n.language),
                  count: costCredits,
                })}
              </span>
            </span>
          </label>
        ))}
        {modelCount > choiceCount ? (
          <span className={`${tile} font-semibold whitespace-nowrap *:after:absolute *:after:inset-0`}>
            {children}
            <span className="ml-auto font-normal text-ink-faint tabular-nums">{modelCount}</span>
          </span>
        ) : null}
      </div>
    </fieldset>
  );
}
