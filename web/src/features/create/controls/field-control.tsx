import type { ControlProps } from './control-props.ts';
import { ChoiceControl } from './choice-control.tsx';
import { SeedControl } from './seed-control.tsx';
import { SliderControl } from './slider-control.tsx';
import { SwitchControl } from './switch-control.tsx';
import { TextControl } from './text-control.tsx';
import { UploadControl } from './upload-control.tsx';

/** Draws a field by its widget. The only place that knows the list of widgets; none knows a kind. */
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
