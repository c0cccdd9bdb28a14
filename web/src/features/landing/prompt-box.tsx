import { useNavigate } from '@tanstack/react-router';
import Sparkles from 'lucide-react/icons/sparkles';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney } from '#lib/format.ts';
import { requestGenerateOnOpen } from '#product/generation/actions/pressed-generate.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { mediumIcons } from '#product/media/icons.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { Button } from '#ui/button.tsx';
import { creditPrice, type Offer, offers } from './offers.build.ts';

/**
 * A prompt with the one setting that changes most, and its price. All but answers are submitted from here: the form
 * opens with these settings and generates. An answer needs an image, which its form asks for.
 */
export function PromptBox() {
  const { t, i18n } = useTranslation(['landing', 'kinds']);
  const navigate = useNavigate();
  const [medium, setMedium] = useState<Offer['medium']>('video');
  const [prompt, setPrompt] = useState('');
  const [shapes, setShapes] = useState<Partial<Record<Offer['medium'], string>>>({});
  const offer = offers.find((each) => each.medium === medium);
  if (!offer) return null;
  const { kindId, path, promptField, shape } = offer;
  const options = shape?.options ?? [];
  const chosen = options.find(({ value }) => value === (shapes[medium] ?? shape?.initial));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const settings = shape && chosen ? { [nameOfKind[medium]]: kindId, [shape.field]: chosen.value } : {};
    const text = prompt.trim();
    if (shape && text) requestGenerateOnOpen(path);
    void navigate({
      ...pageTarget(path),
      search: { ...settings, ...(text ? { [promptField]: text } : {}) },
    });
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
      className="w-full max-w-184 rounded-xl border border-line bg-surface p-3 text-left shadow-float"
    >
      <MediumTabs chosen={medium} onChoose={setMedium} />
      <textarea
        name="prompt"
        aria-label={t('landing:box.prompt')}
        placeholder={t(`landing:box.placeholder.${medium}`)}
        rows={3}
        dir="auto"
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        onKeyDown={submitOnEnter}
        className="mt-2 block field-sizing-content max-h-60 min-h-22 w-full resize-none rounded-md bg-transparent px-3 py-2 text-lg placeholder:text-ink-faint focus-visible:outline-offset-0"
      />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {shape && chosen ? (
          <ShapeSelect
            shape={shape}
            chosen={chosen.value}
            onChoose={(value) => setShapes({ ...shapes, [medium]: value })}
          />
        ) : null}
        <span className="text-sm text-ink-faint">{t(`kinds:kinds.${kindId}.title`)}</span>
        <Button type="submit" variant="primary" size="lg" className="ml-auto w-full sm:w-auto">
          <Sparkles size={18} aria-hidden="true" />
          {chosen
            ? t('landing:box.generate', {
                cost: formatCredits(chosen.costCredits, i18n.language),
                count: chosen.costCredits,
              })
            : t('landing:box.chooseImage')}
        </Button>
      </div>
      {chosen ? <Money credits={chosen.costCredits} /> : null}
    </form>
  );
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
  shape: NonNullable<Offer['shape']>;
  chosen: string;
  onChoose: (value: string) => void;
};

function ShapeSelect({ shape: { field, unit, options }, chosen, onChoose }: ShapeSelectProps) {
  const { t } = useTranslation(['landing', 'kinds']);
  const formatLabel = useValueLabel();
  return (
    <select
      name={field}
      aria-label={t(`kinds:fields.${field}.label`)}
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
      className="min-h-9 rounded-md border border-transparent bg-raised px-2.5 text-sm text-ink hover:border-line-strong"
    >
      {options.map(({ value, isPaidOnly }) => (
        <option key={value} value={value}>
          {formatLabel({ field, value, unit })}
          {isPaidOnly ? ` · ${t('landing:box.paidOnly')}` : ''}
        </option>
      ))}
    </select>
  );
}

/** How the address of each form names the kind, so that it begins with exactly these settings. */
const nameOfKind = {
  video: 'video_generation_type',
  image: 'model',
  audio: 'model',
  text: 'model',
} as const satisfies Record<Offer['medium'], string>;

/** The price in money; it depends on the pack that the credits come from. */
function Money({ credits }: { credits: number }) {
  const { t, i18n } = useTranslation('landing');
  const inMoney = (cents: number) =>
    formatMoney(Math.ceil(cents * credits), creditPrice.currency, i18n.language);
  const [least, most] = [inMoney(creditPrice.leastCents), inMoney(creditPrice.mostCents)];
  return (
    <p className="mt-3 border-t border-line px-1 pt-3 text-sm text-ink-soft">
      {t(least === most ? 'box.money' : 'box.moneyRange', { least, most })}
    </p>
  );
}
