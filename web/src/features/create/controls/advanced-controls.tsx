import type { Widget } from '@atelier/catalog';
import Dices from 'lucide-react/icons/dices';
import { type FocusEvent, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useValueLabel } from '#product/generation/value-label.ts';
import { FieldError, FieldLabel } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { SliderField } from '#ui/slider-field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { Tiles } from '#ui/tiles.tsx';
import { useFieldLabels } from '../labels.ts';
import type { ControlProps } from './control-props.ts';

const VoiceTiles = lazyPart(async () => (await import('../voices/voice-tiles.tsx')).VoiceTiles);

type PropsOf<Type extends Widget['type']> = ControlProps & { widget: Extract<Widget, { type: Type }> };

/** The controls that are nearly all in the closed part of the form, so they load after it. */
export function AdvancedControl(props: ControlProps) {
  const { widget } = props.field;
  switch (widget.type) {
    case 'slider':
      return <SliderControl {...props} widget={widget} />;
    case 'seed':
      return <SeedControl {...props} widget={widget} />;
    case 'choice':
      return widget.unit === 'voice' ? (
        <VoiceControl {...props} widget={widget} />
      ) : (
        <ChoiceControl {...props} widget={widget} />
      );
    case 'switch':
      return <SwitchControl {...props} />;
    case 'consent':
      return <ConsentControl {...props} />;
    default:
      return null;
  }
}

/**
 * A typed number that the API would refuse gives way to the one before when its box is left, and the field says which
 * numbers it takes. Not when the box is left by pressing Generate: that must not send a number that was not meant.
 */
function useNumberBox({ field, name, value, onChange, error }: ControlProps) {
  const { t, i18n } = useTranslation('create');
  const kept = useRef<unknown>(undefined);
  const [refused, setRefused] = useState<{ text: string; value: unknown }>();
  const { min = 0, max = 0 } = field.range ?? {};
  const isValid = (candidate: unknown) => field.check(name, candidate).ok;

  const onFocus = () => {
    kept.current = isValid(value) ? value : field.default;
    setRefused(undefined);
  };
  const onBlur = ({ currentTarget: box }: FocusEvent<HTMLInputElement>) => {
    const isText = box.validity.badInput;
    if ((isValid(value) && !isText) || box.form?.querySelector('[type=submit]:active')) return;
    // The box still shows text that is no number, although its value is empty.
    if (isText) box.value = '';
    onChange(kept.current);
    const format = (number: number) => new Intl.NumberFormat(i18n.language).format(number);
    const isWhole =
      field.widget.type === 'seed' || (field.widget.type === 'slider' && Number.isInteger(field.widget.step));
    const range = { min: format(min), max: format(max) };
    setRefused({ text: t(isWhole ? 'number.whole' : 'number.any', range), value: kept.current });
  };
  return { error: error ?? (refused?.value === value ? refused?.text : undefined), onFocus, onBlur };
}

/** The API takes a wider range than some models; the note says what the model gets for a value outside of its own. */
function SliderControl(props: PropsOf<'slider'>) {
  const { name, medium, field, widget, value, onChange } = props;
  const { t } = useTranslation('create');
  const box = useNumberBox(props);
  const number = typeof value === 'number' ? value : Number.NaN;
  const sent = Math.min(widget.max, Math.max(widget.min, number));
  const isAdjusted = field.check(name, value).ok && sent !== number;
  return (
    <SliderField
      {...useFieldLabels(name, medium)}
      {...box}
      name={name}
      value={number}
      min={widget.min}
      max={widget.max}
      step={widget.step}
      onChange={onChange}
      resetValue={typeof field.default === 'number' ? field.default : undefined}
      note={isAdjusted ? t('sentAs', { value: sent }) : ''}
    />
  );
}

/** A number, or empty to let the model choose; the dice button fills in a random one. */
function SeedControl(props: PropsOf<'seed'>) {
  const { name, medium, field, widget, value, onChange } = props;
  const { error, ...box } = useNumberBox(props);
  const { t } = useTranslation('create');
  const { label, help } = useFieldLabels(name, medium);
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="flex gap-2">
        <input
          {...box}
          id={id}
          type="number"
          name={name}
          min={0}
          max={field.range?.max}
          step={1}
          placeholder={t('randomSeed')}
          value={typeof value === 'number' && !Number.isNaN(value) ? value : ''}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.valueAsNumber)}
          className="min-w-0 flex-1 rounded-md border border-transparent bg-raised px-3.5 py-2 text-input tabular-nums placeholder:text-ink-faint hover:border-line-strong"
        />
        <IconButton
          label={t('throwDice')}
          onClick={() => onChange(Math.floor(Math.random() * (widget.maxRoll + 1)))}
        >
          <Dices size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {help ? <p className="mt-1 text-xs text-ink-faint">{help}</p> : null}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

/** Tiles, for the few choices beside the row of short lists; none of them is for paid accounts only. */
function ChoiceControl(props: PropsOf<'choice'>) {
  const { name, medium, widget, value, onChange, error, isIdle } = props;
  const { label, help } = useFieldLabels(name, medium);
  const formatValue = useValueLabel();
  const choose = (text: string) =>
    onChange(widget.options.find((candidate) => String(candidate.value) === text)?.value);
  const options = widget.options.map((option) => ({
    value: String(option.value),
    label: formatValue({ field: name, value: option.value, unit: widget.unit }),
  }));
  return (
    <Tiles
      name={name}
      label={label}
      help={help}
      error={error}
      options={options}
      value={String(value)}
      onChange={choose}
      disabled={isIdle}
    />
  );
}

/** Voices; none of them is for paid accounts only. A prerendered page has their place, and no tiles that would vanish again. */
function VoiceControl({ name, kindId, medium, widget, value, onChange, error }: PropsOf<'choice'>) {
  const { label } = useFieldLabels(name, medium);
  const formatValue = useValueLabel();
  // Placeholder as high as the line of the voices and three rows of tiles.
  const place = (
    <div>
      <div className="h-9" />
      <div className="h-40" />
    </div>
  );
  if (import.meta.env.SSR) return place;
  const voices = widget.options.map((option) => ({
    value: String(option.value),
    label: formatValue({ field: name, value: option.value, unit: widget.unit }),
  }));
  return (
    <Suspense fallback={place}>
      <VoiceTiles
        key={kindId}
        kindId={kindId}
        name={name}
        label={label}
        voices={voices}
        value={String(value)}
        onChange={onChange}
        error={error}
      />
    </Suspense>
  );
}

/** A sentence that the user affirms about the file above it. */
function ConsentControl({ name, medium, value, onChange, error }: ControlProps) {
  const { label, help = label } = useFieldLabels(name, medium);
  const id = useId();
  return (
    <div>
      <label className="flex cursor-pointer items-start gap-3 rounded-md bg-raised px-3.5 py-2.5 text-sm">
        <input
          type="checkbox"
          name={name}
          checked={value === true}
          aria-required="true"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked || null)}
          className="mt-0.5 size-4 shrink-0 accent-accent"
        />
        {help}
      </label>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

function SwitchControl({ name, medium, value, onChange, isIdle }: ControlProps) {
  return (
    <SwitchField
      {...useFieldLabels(name, medium)}
      name={name}
      isOn={value === true}
      onChange={onChange}
      disabled={isIdle}
    />
  );
}
