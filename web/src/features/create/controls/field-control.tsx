import { type ChoiceOption, countCodePoints, type Widget } from '@atelier/catalog';
import Dices from 'lucide-react/icons/dices';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSeconds } from '#lib/format.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { Button } from '#ui/button.tsx';
import { FieldError, FieldLabel } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { RatioShape } from '#ui/ratio-shape.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SliderField } from '#ui/slider-field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { Tiles } from '#ui/tiles.tsx';
import { useFieldLabels } from '../labels.ts';
import type { ControlProps } from './control-props.ts';
import { UploadControl } from './upload-control.tsx';

/** Renders a field by its widget. Controls know widgets, never kinds; this is the only list of them. */
export function FieldControl(props: ControlProps) {
  const { widget } = props.field;
  switch (widget.type) {
    case 'textarea':
      return <TextControl {...props} widget={widget} />;
    case 'choice':
      return <ChoiceControl {...props} widget={widget} />;
    case 'slider':
      return <SliderControl {...props} widget={widget} />;
    case 'switch':
      return <SwitchControl {...props} />;
    case 'seed':
      return <SeedControl {...props} widget={widget} />;
    case 'upload':
      return <UploadControl {...props} widget={widget} />;
  }
}

type PropsOf<Type extends Widget['type']> = ControlProps & { widget: Extract<Widget, { type: Type }> };

/** A text with a default other than the empty one can be reset to it. */
function TextControl({ name, medium, field, widget, value, onChange, error }: PropsOf<'textarea'>) {
  const { t } = useTranslation('create');
  const { label, help } = useFieldLabels(name, medium);
  const ref = useRef<HTMLDivElement>(null);
  const text = typeof value === 'string' ? value : '';
  const isResettable = typeof field.default === 'string' && field.default !== '';
  const reset = () => {
    onChange(field.default);
    ref.current?.querySelector('textarea')?.focus();
  };
  return (
    <div ref={ref}>
      <TextArea
        name={name}
        label={label}
        placeholder={help}
        value={text}
        onChange={onChange}
        rows={widget.rows}
        // Counted like the check does: trimmed, in code points.
        count={countCodePoints(text.trim())}
        maxCount={widget.maxCodePoints}
        error={error}
      />
      {isResettable ? (
        <Button variant="ghost" size="sm" className="mt-1 -ml-3" onClick={reset}>
          {t('resetText', { label })}
        </Button>
      ) : null}
    </div>
  );
}

/** An option for paid accounts only shows a lock and opens the upgrade dialog. */
function ChoiceControl(props: PropsOf<'choice'>) {
  const { name, medium, widget, value, onChange, error, isIdle, canUsePaidOptions } = props;
  const { t, i18n } = useTranslation(['create', 'kinds']);
  const { label, help } = useFieldLabels(name, medium);
  const nameOf = ({ value: option }: ChoiceOption): string => {
    if (widget.unit === 's' && typeof option === 'number') return formatSeconds(option, i18n.language);
    return t(`kinds:options.${name}.${option}`, { defaultValue: String(option) });
  };
  const isLocked = (option: ChoiceOption) => option.isPaidOnly === true && !canUsePaidOptions;
  const choose = (text: string) => {
    const option = widget.options.find((candidate) => String(candidate.value) === text);
    if (!option) return;
    if (isLocked(option)) openDialog({ name: 'upgrade', option: nameOf(option) });
    else onChange(option.value);
  };
  const paidOnly: string = t('create:paidOnly');
  const shared = { name, label, value: String(value), onChange: choose, error };
  if (widget.variant === 'select') {
    const options = widget.options.map((option) => ({ value: String(option.value), label: nameOf(option) }));
    return <SelectField {...shared} options={options} />;
  }
  const options = widget.options.map((option) => ({
    value: String(option.value),
    label: nameOf(option),
    picture:
      option.ratio && widget.variant === 'ratio-tiles' ? <RatioShape ratio={option.ratio} /> : undefined,
    lockedLabel: isLocked(option) ? paidOnly : undefined,
  }));
  return <Tiles {...shared} help={help} options={options} disabled={isIdle} />;
}

function SliderControl({ name, medium, field, widget, value, onChange, error }: PropsOf<'slider'>) {
  return (
    <SliderField
      {...useFieldLabels(name, medium)}
      name={name}
      value={typeof value === 'number' ? value : Number.NaN}
      min={widget.min}
      max={widget.max}
      step={widget.step}
      onChange={onChange}
      resetValue={typeof field.default === 'number' ? field.default : undefined}
      error={error}
    />
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

/** A number, or empty to let the model choose; the dice button fills in a random one. */
function SeedControl({ name, medium, widget, value, onChange, error }: PropsOf<'seed'>) {
  const { t } = useTranslation('create');
  const { label, help } = useFieldLabels(name, medium);
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="flex gap-2">
        <input
          id={id}
          type="number"
          name={name}
          min={0}
          max={widget.max}
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
          onClick={() => onChange(Math.floor(Math.random() * (widget.max + 1)))}
        >
          <Dices size={18} aria-hidden="true" />
        </IconButton>
      </div>
      {help ? <p className="mt-1 text-xs text-ink-faint">{help}</p> : null}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
