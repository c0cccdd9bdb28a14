import type { Widget } from '@atelier/catalog';
import Dices from 'lucide-react/icons/dices';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#ui/field-error.tsx';
import { FieldLabel } from '#ui/field-label.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import type { ControlProps } from './control-props.ts';
import { useFieldWords } from './use-field-words.ts';

type SeedControlProps = ControlProps & { widget: Extract<Widget, { type: 'seed' }> };

/** A number, or nothing to let the model choose; the dice throw one. */
export function SeedControl({ name, medium, widget, value, onChange, error }: SeedControlProps) {
  const { t } = useTranslation('create');
  const { label, help } = useFieldWords(name, medium);
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
