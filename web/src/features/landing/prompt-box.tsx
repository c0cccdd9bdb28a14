import { Link, useNavigate } from '@tanstack/react-router';
import Sparkles from 'lucide-react/icons/sparkles';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatCredits, formatMoney } from '#lib/format.ts';
import { requestGenerateOnOpen } from '#product/generation/actions/pressed-generate.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { Button } from '#ui/button.tsx';
import type { Offer, OfferModel } from './describe-landing.ts';
import { ModelChoice } from './model-choice.tsx';
import { formatOfferSearch } from './offer-search.ts';
import { creditPrice, offers } from './offers.build.ts';

/**
 * A prompt with a model and the one setting that changes most, and their price. All but answers are submitted from here:
 * the form opens with these settings and generates. An answer needs an image, which its form asks for.
 */
export function PromptBox() {
  const { t, i18n } = useTranslation('landing');
  const navigate = useNavigate();
  const [prompt, setPrompt] = useState('');
  const { offer, model, shapeValue, costCredits, chooseMedium, chooseModel, chooseShape } = useChoice();
  const { medium, needsFile } = offer;
  const search = formatOfferSearch(medium, model, { prompt: prompt.trim(), shapeValue });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!needsFile && prompt.trim()) requestGenerateOnOpen(model.path);
    void navigate({ ...pageTarget(model.path), search });
  };
  const submitOnEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };

  return (
    <form
      autoComplete="off"
      onSubmit={submit}
      className="grid w-full max-w-3xl grid-cols-[minmax(0,1fr)] gap-2.5 rounded-xl border border-line bg-surface p-3 text-left shadow-float"
    >
      <MediumTabs chosen={medium} onChoose={chooseMedium} />
      <textarea
        name="prompt"
        aria-label={t('box.prompt')}
        placeholder={t(`box.placeholder.${medium}`)}
        rows={2}
        dir="auto"
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        onKeyDown={submitOnEnter}
        className="block field-sizing-content max-h-60 min-h-16 w-full resize-none rounded-md bg-transparent px-3 py-1.5 text-lg placeholder:text-ink-faint focus-visible:outline-offset-0"
      />
      <ModelChoice offer={offer} chosen={model.kindId} onChoose={chooseModel}>
        <Link {...pageTarget(model.path)} search={search} preload={false}>
          {t('box.allModels')}
        </Link>
      </ModelChoice>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {model.shape && shapeValue !== undefined ? (
          <ShapeSelect shape={model.shape} chosen={shapeValue} onChoose={chooseShape} />
        ) : null}
        <Settings model={model} />
        <Button type="submit" variant="primary" size="lg" className="ml-auto w-full sm:w-auto">
          <Sparkles size={18} aria-hidden="true" />
          {needsFile
            ? t('box.chooseImage')
            : t('box.generate', { cost: formatCredits(costCredits, i18n.language), count: costCredits })}
        </Button>
      </div>
      <p className="border-t border-line px-1 pt-2.5 text-sm text-ink-soft">
        <Money credits={costCredits} />
      </p>
    </form>
  );
}

type Chosen = Partial<Record<Offer['medium'], string>>;

/** Choices in the box; each medium keeps its own model. */
function useChoice() {
  const [medium, setMedium] = useState<Offer['medium']>('video');
  const [models, setModels] = useState<Chosen>({});
  const [shapes, setShapes] = useState<Record<string, string>>({});
  const offer = offers.find((each) => each.medium === medium);
  const model = offer?.models.find(({ kindId }) => kindId === models[medium]) ?? offer?.models[0];
  if (!offer || !model) throw new Error(`The landing page has no model for ${medium}`);
  const { kindId, shape } = model;
  const shapeValue = shapes[kindId] ?? shape?.initial;
  const option = shape?.options.find(({ value }) => value === shapeValue);
  return {
    offer,
    model,
    shapeValue,
    costCredits: option?.costCredits ?? model.costCredits,
    chooseMedium: setMedium,
    chooseModel: (id: string) => setModels({ ...models, [medium]: id }),
    chooseShape: (value: string) => setShapes({ ...shapes, [kindId]: value }),
  };
}

type MediumTabsProps = { chosen: Offer['medium']; onChoose: (medium: Offer['medium']) => void };

function MediumTabs({ chosen, onChoose }: MediumTabsProps) {
  const { t } = useTranslation('landing');
  return (
    <fieldset className="flex w-fit gap-1 rounded-md bg-raised p-1">
      <legend className="sr-only">{t('box.medium')}</legend>
      {offers.map(({ medium }) => {
        const Icon = mediumIcons[medium];
        return (
          <label
            key={medium}
            className="relative flex min-h-9 items-center gap-2 rounded-sm px-2.5 text-sm font-medium text-ink-soft transition-colors duration-150 hover:text-ink has-checked:bg-hover has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name="medium"
              value={medium}
              checked={medium === chosen}
              onChange={() => onChoose(medium)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon size={16} aria-hidden="true" className="hidden sm:block" />
            {t(`box.media.${medium}`)}
          </label>
        );
      })}
    </fieldset>
  );
}

type ShapeSelectProps = {
  shape: NonNullable<OfferModel['shape']>;
  chosen: string;
  onChoose: (value: string) => void;
};

function ShapeSelect({ shape: { field, unit, options }, chosen, onChoose }: ShapeSelectProps) {
  const { t } = useTranslation(['landing', 'kinds']);
  const formatValue = useValueLabel();
  return (
    <select
      name={field}
      aria-label={t(`kinds:fields.${field}.label`)}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      className="field-sizing-content min-h-9 pointer-coarse:min-h-11 rounded-md border border-transparent bg-raised px-2.5 text-sm text-ink hover:border-line-strong"
    >
      {options.map(({ value, isPaidOnly }) => (
        <option key={value} value={value}>
          {formatValue({ field, value, unit })}
          {isPaidOnly ? ` · ${t('landing:box.paidOnly')}` : ''}
        </option>
      ))}
    </select>
  );
}

/** Such as "480p · 5 sec · about 1:00". */
function Settings({ model: { settings, expectedSeconds } }: { model: OfferModel }) {
  const { t } = useTranslation(['landing', 'kinds']);
  const formatValue = useValueLabel();
  const facts = [
    ...settings.map(formatValue),
    t('landing:box.about', { time: formatClock(expectedSeconds) }),
  ];
  return <span className="text-xs text-ink-faint tabular-nums">{facts.join(' · ')}</span>;
}

/** The price in money; it depends on the pack that the credits come from. */
function Money({ credits }: { credits: number }) {
  const { t, i18n } = useTranslation('landing');
  const inMoney = (cents: number) =>
    formatMoney(Math.ceil(cents * credits), creditPrice.currency, i18n.language);
  const [least, most] = [inMoney(creditPrice.leastCents), inMoney(creditPrice.mostCents)];
  return t(least === most ? 'box.money' : 'box.moneyRange', { least, most });
}
