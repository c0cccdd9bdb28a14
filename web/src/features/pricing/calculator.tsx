import { defaultInput, type Kind, priceFields } from '@atelier/catalog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#ui/select-field.tsx';
import { SliderField } from '#ui/slider-field.tsx';
import { CalculatorField } from './calculator-field.tsx';
import { CalculatorResult } from './calculator-result.tsx';

const maxTimes = 100;

/** Any kind with any of the settings that change its price, priced by the function that also charges (ruling 16). */
export function Calculator({ kinds }: { kinds: readonly Kind[] }) {
  const { t } = useTranslation(['pricing', 'kinds']);
  const [kindId, setKindId] = useState(kinds[0]?.id ?? '');
  const [settings, setSettings] = useState<Readonly<Record<string, unknown>>>({});
  const [times, setTimes] = useState(1);
  const kind = kinds.find(({ id }) => id === kindId);
  if (!kind) return null;

  const input = { ...defaultInput(kind), ...validSettings(kind, settings) };
  const options = kinds.map(({ id, medium }) => ({
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
          onChange={(id) => {
            setKindId(id);
            setSettings({});
          }}
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

/** What is half typed counts with its default, so that there always is a price. */
function validSettings(kind: Kind, settings: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => kind.fields[name]?.check(name, value).ok),
  );
}
