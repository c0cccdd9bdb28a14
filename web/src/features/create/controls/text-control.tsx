import { countCodePoints, type Widget } from '@atelier/catalog';
import { TextArea } from '#ui/text-area.tsx';
import type { ControlProps } from '../control-props.ts';
import { useFieldWords } from './use-field-words.ts';

type TextControlProps = ControlProps & { widget: Extract<Widget, { type: 'textarea' }> };

export function TextControl({ name, widget, value, onChange, error }: TextControlProps) {
  const { label, help } = useFieldWords(name);
  const text = typeof value === 'string' ? value : '';
  return (
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
  );
}
