import { countCodePoints, type Widget } from '@atelier/catalog';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { ControlProps } from './control-props.ts';
import { useFieldWords } from './use-field-words.ts';

type TextControlProps = ControlProps & { widget: Extract<Widget, { type: 'textarea' }> };

/** A text; one that does not begin empty can be brought back. */
export function TextControl({ name, medium, field, widget, value, onChange, error }: TextControlProps) {
  const { t } = useTranslation('create');
  const { label, help } = useFieldWords(name, medium);
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
        // Counted as the rule counts: without the blanks around, each character once.
        count={countCodePoints(text.trim())}
        maxCount={widget.maxCodePoints}
        error={error}
      />
      {isResettable ? (
        <Button look="ghost" size="sm" className="mt-1 -ml-3" onClick={reset}>
          {t('resetText', { label })}
        </Button>
      ) : null}
    </div>
  );
}
