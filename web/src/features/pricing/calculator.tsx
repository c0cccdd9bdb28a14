import {
  countCodePoints,
  defaultInput,
  findPricedText,
  type Kind,
  type KindInput,
  type Price,
  packFor,
  packs,
  priceFields,
  type Widget,
} from '@atelier/catalog';
import { useState, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney } from '#lib/format.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { useKind } from '#product/kinds/kinds.ts';
import { SelectField } from '#ui/select-field.tsx';
import { SliderField } from '#ui/slider-field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { firstKindId, pricedKinds } from './priced-kinds.build.ts';

const maxTimes = 100;
const charactersStep = 100;

/** Any kind with any of the settings that change its price, priced by the function that also charges. */
export function Calculator({ chosenId }: { chosenId: string | undefined }) {
  const { t } = useTranslation(['pricing', 'kinds']);
  const [kindId, setKindId] = useState(chosenId ?? firstKindId);
  // The current kind stays visible until the next one has loaded.
  const [, startTransition] = useTransition();
  const [settings, setSettings] = useState<Readonly<Record<string, unknown>>>({});
  const [times, setTimes] = useState(1);
  const kind = useKind(kindId);
  if (!kind) return null;

  const input = { ...defaultInput(kind), ...validSettings(kind, settings) };
  const options = pricedKinds.map(({ id, medium }) => ({
    value: id,
    label: t('pricing:calculator.kindOf', {
      medium: t(`pricing:media.${medium}`),
      kind: t(`kinds:kinds.${id}.title`),
    }),
  }));
  const isWhole = Number.isInteger(times) && times >= 1 && times <= maxTimes;
  return (
    <div className="grid items-start gap-8 md:grid-cols-2">
      <div className="grid gap-5">
        <SelectField
          name="kind"
          label={t('pricing:calculator.kind')}
          options={options}
          value={kindId}
          onChange={(id) =>
            startTransition(() => {
              setKindId(id);
              setSettings({});
            })
          }
        />
        {priceFields(kind).map((name) => (
          <CalculatorField
            key={`${kindId} ${name}`}
            name={name}
            widget={kind.fields[name]?.widget}
            value={settings[name] ?? input[name]}
            onChange={(value) => setSettings((known) => ({ ...known, [name]: value }))}
          />
        ))}
        <LengthField
          kind={kind}
          input={input}
          onChange={(change) => setSettings((known) => ({ ...known, ...change }))}
        />
        <SliderField
          name="times"
          label={t('pricing:calculator.times')}
          min={1}
          max={maxTimes}
          step={1}
          value={times}
          onChange={setTimes}
          error={isWhole ? undefined : t('pricing:calculator.timesRange', { max: maxTimes })}
        />
      </div>
      <CalculatorResult price={kind.price(input)} times={isWhole ? times : 1} />
    </div>
  );
}

/** Settings that are still half typed count with their default, so that there is always a price. */
function validSettings(kind: Kind, settings: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => kind.fields[name]?.check(name, value).ok),
  );
}

type LengthFieldProps = { kind: Kind; input: KindInput; onChange: (change: KindInput) => void };

/** The length of a text that decides the price. */
function LengthField({ kind, input, onChange }: LengthFieldProps) {
  const { t } = useTranslation('pricing');
  const text = findPricedText(kind);
  if (!text) return null;
  const { name, maxCharacters } = text;
  const count = countCodePoints(String(input[name] ?? ''));
  return (
    <SliderField
      name={name}
      label={t('calculator.characters')}
      min={charactersStep}
      max={maxCharacters}
      step={charactersStep}
      value={Math.max(charactersStep, count)}
      onChange={(typed) => onChange({ [name]: 'a'.repeat(Math.min(Math.max(typed || 0, 0), maxCharacters)) })}
    />
  );
}

type CalculatorFieldProps = {
  name: string;
  widget: Widget | undefined;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A setting that changes the price. Files never do, so they have no control here. */
function CalculatorField({ name, widget, value, onChange }: CalculatorFieldProps) {
  const { t } = useTranslation(['kinds', 'pricing']);
  const formatValue = useValueLabel();
  const label: string = t(`kinds:fields.${name}.label`);
  if (widget?.type === 'choice') {
    const options = widget.options.map((option) => {
      const text = formatValue({ field: name, value: option.value, unit: widget.unit });
      return {
        value: String(option.value),
        label: option.isPaidOnly ? t('pricing:calculator.paidOption', { option: text }) : text,
      };
    });
    const choose = (text: string) =>
      onChange(widget.options.find((option) => String(option.value) === text)?.value);
    return (
      <SelectField name={name} label={label} options={options} value={String(value)} onChange={choose} />
    );
  }
  if (widget?.type === 'slider') {
    const { min, max, step } = widget;
    return (
      <SliderField
        name={name}
        label={label}
        min={min}
        max={max}
        step={step}
        value={Number(value)}
        onChange={onChange}
      />
    );
  }
  if (widget?.type !== 'switch') return null;
  return <SwitchField name={name} label={label} isOn={value === true} onChange={onChange} />;
}

type CalculatorResultProps = { price: Price; times: number };

/** The sum in credits, how it adds up, and how far each pack goes. */
function CalculatorResult({ price, times }: CalculatorResultProps) {
  const { t, i18n } = useTranslation('pricing');
  const total = price.costCredits * times;
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const covering = packFor(total);
  return (
    <div className="rounded-lg bg-surface p-5 outline outline-line">
      <output className="block">
        <span className="block text-2xl font-semibold tabular-nums">
          {t('packs.credits', { count: total, credits: format(total) })}
        </span>
        <span className="mt-1 block text-sm text-ink-soft tabular-nums">
          {t('calculator.sum', { count: price.costCredits, credits: format(price.costCredits), times })}
        </span>
      </output>
      <table className="mt-5 w-full text-left text-sm tabular-nums">
        <caption className="pb-2 text-left text-ink-faint">{t('calculator.inPacks')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('calculator.pack')}</th>
            <th scope="col">{t('calculator.enough')}</th>
          </tr>
        </thead>
        <tbody>
          {packs.map((pack) => (
            <tr key={pack.id} className="border-t border-line">
              <th scope="row" className="py-2 font-medium">
                {t('calculator.packOf', {
                  credits: format(pack.credits),
                  price: formatMoney(pack.amountMinor, pack.currency, i18n.language),
                })}
              </th>
              <td className="py-2 pl-3 text-right">
                {pack.credits < price.costCredits
                  ? t('calculator.notEnough')
                  : t('calculator.enoughFor', { count: Math.floor(pack.credits / price.costCredits) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {covering && covering.credits >= total ? (
        <p className="mt-3 text-sm text-ink-soft">
          {t('calculator.covers', { credits: format(covering.credits) })}
        </p>
      ) : (
        <p className="mt-3 text-sm text-ink-soft">{t('calculator.noneCovers')}</p>
      )}
    </div>
  );
}
