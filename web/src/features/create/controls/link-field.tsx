import type { Field } from '@atelier/catalog';
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { useProblemLabels } from '../labels.ts';

type LinkFieldProps = { name: string; field: Field; onLink: (address: unknown) => void };

/** A file by its address. Accepted on paste, on Enter and on blur. */
export function LinkField({ name, field, onLink }: LinkFieldProps) {
  const { t } = useTranslation('create');
  const formatLabel = useProblemLabels();
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();

  const take = (address: string) => {
    if (address.trim() === '') return;
    const checked = field.check(name, address);
    if (checked.ok) onLink(checked.value);
    else setError(formatLabel(checked.issue));
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (field.check(name, pasted).ok && pasted.trim() !== '') onLink(pasted.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    take(text);
    // Ctrl/Cmd+Enter submits the form, including this address.
    if (!event.ctrlKey && !event.metaKey) event.preventDefault();
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-xs text-ink-faint">
        {t('upload.link.label')}
      </label>
      <div className="flex gap-2">
        <input
          id={id}
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setError(undefined);
          }}
          onPaste={onPaste}
          onKeyDown={onKeyDown}
          onBlur={() => take(text)}
          className="min-w-0 flex-1 rounded-md border border-transparent bg-raised px-3.5 py-2 text-input placeholder:text-ink-faint hover:border-line-strong"
        />
        <Button onClick={() => take(text)}>{t('upload.link.take')}</Button>
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
