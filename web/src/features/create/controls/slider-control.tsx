import type { Widget } from '@atelier/catalog';
import { SliderField } from '#ui/slider-field.tsx';
import type { ControlProps } from './control-props.ts';
import { useFieldWords } from './use-field-words.ts';

type SliderControlProps = ControlProps & { widget: Extract<Widget, { type: 'slider' }> };

export function SliderControl({ name, medium, field, widget, value, onChange, error }: SliderControlProps) {
  const words = useFieldWords(name, medium);
  return (
    <SliderField
      {...words}
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
