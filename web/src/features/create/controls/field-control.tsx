import { countCodePoints, type Widget } from '@atelier/catalog';
import { type KeyboardEvent, Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { findUnit } from '#product/generation/value-label.ts';
import { Button } from '#ui/button.tsx';
import { replaceText } from '#ui/replace-text.ts';
import { TextArea } from '#ui/text-area.tsx';
import { useFieldLabels } from '../labels.ts';
import { earlierPrompts, promptForKey } from '../prefill/prompt-history.ts';
import type { ControlProps } from './control-props.ts';
import { UploadControl } from './upload-control.tsx';

const AdvancedControl = lazyPrerendered(
  async () => (await import('./advanced-controls.tsx')).AdvancedControl,
);

/** Renders a field by its widget. Controls know widgets, never kinds; this is the only list of them. */
export function FieldControl(props: ControlProps) {
  const { widget } = props.field;
  if (widget.type === 'textarea') return <TextControl {...props} widget={widget} />;
  if (widget.type === 'upload') return <UploadControl {...props} widget={widget} />;
  return (
    // Placeholder as high as a slider or as the voices, so that nothing moves when the control arrives.
    <Suspense
      fallback={<div className="h-16.5" style={findUnit(widget) === 'voice' ? { height: 196 } : {}} />}
    >
      <AdvancedControl {...props} />
    </Suspense>
  );
}

type PropsOf<Type extends Widget['type']> = ControlProps & { widget: Extract<Widget, { type: Type }> };

/** A text with a default other than the empty one can be reset to it. */
function TextControl(props: PropsOf<'textarea'>) {
  const { name, medium, field, widget, value, onChange, error, textRows = widget.rows, foot } = props;
  const { t } = useTranslation('create');
  const { label, help } = useFieldLabels(name, medium, field);
  const ref = useRef<HTMLDivElement>(null);
  const text = typeof value === 'string' ? value : '';
  const isResettable = typeof field.default === 'string' && field.default !== '';
  const reset = () => {
    onChange(field.default);
    ref.current?.querySelector('textarea')?.focus();
  };
  const bringBack = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (name !== 'prompt' || !event.key.startsWith('Arrow')) return;
    const prompt = promptForKey(event, text, earlierPrompts());
    if (prompt === undefined) return;
    event.preventDefault();
    replaceText(event.currentTarget, prompt);
    onChange(prompt);
  };
  return (
    <div ref={ref} className="min-w-0">
      <TextArea
        name={name}
        label={label}
        placeholder={help}
        value={text}
        onChange={onChange}
        onKeyDown={bringBack}
        rows={Math.min(textRows, widget.rows)}
        // Counted like the check does: trimmed, in code points.
        count={countCodePoints(text.trim())}
        maxCount={widget.maxCodePoints}
        error={error}
        foot={foot}
      />
      {isResettable ? (
        <Button variant="ghost" size="sm" className="mt-1 -ml-3" onClick={reset}>
          {t('resetText', { label })}
        </Button>
      ) : null}
    </div>
  );
}
