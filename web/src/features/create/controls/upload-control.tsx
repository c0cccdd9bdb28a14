import type { Widget } from '@atelier/catalog';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { DropZone } from '#ui/drop-zone.tsx';
import { FieldError } from '#ui/field.tsx';
import { useFieldLabels } from '../labels.ts';
import { acceptLists } from '../uploads/upload-board.ts';
import type { ControlProps } from './control-props.ts';
import { LinkField } from './link-field.tsx';
import { FailedFile, MovingFile, UploadedFile } from './upload-files.tsx';

type UploadControlProps = ControlProps & { widget: Extract<Widget, { type: 'upload' }> };

/** One or several files, chosen, dropped or pasted. The value holds only completed uploads. */
export function UploadControl({
  name,
  medium,
  field,
  widget,
  value,
  onChange,
  error,
  note,
  uploads,
}: UploadControlProps) {
  const { t } = useTranslation('create');
  const { label, help } = useFieldLabels(name, medium);
  const id = useId();
  const ref = useRef<HTMLFieldSetElement>(null);
  const { accept, maxFiles } = widget;
  const isList = maxFiles > 1;
  const urls = readUrls(value);
  const items = uploads.items.filter((item) => item.field === name);
  const moving = items.filter((item) => item.problem === undefined);
  const usedCount = urls.length + moving.length;
  const isEmpty = usedCount === 0;

  const remove = (url: string) => {
    onChange(isList ? urls.filter((known) => known !== url) : field.default);
    // The pressed button is gone; focus moves to the file input that replaces it.
    requestAnimationFrame(() => ref.current?.querySelector('input')?.focus());
  };

  return (
    <fieldset ref={ref} data-upload-field={name} className="min-w-0">
      <legend className="mb-2 flex w-full items-baseline justify-between gap-3 text-sm font-medium">
        {label}
        {isList ? (
          <span className="text-xs font-normal text-ink-faint tabular-nums">
            {t('upload.count', { used: urls.length, max: maxFiles })}
          </span>
        ) : null}
      </legend>
      <div className={classNames('grid gap-2', isList && !isEmpty && 'grid-cols-3')}>
        {urls.map((url) => (
          <UploadedFile key={url} {...{ url, accept, label }} isSmall={isList} onRemove={() => remove(url)} />
        ))}
        {moving.map((item) => (
          <MovingFile key={item.id} item={item} isSmall={isList} onCancel={() => uploads.drop(item.id)} />
        ))}
        {usedCount >= maxFiles ? null : (
          <DropZone
            name={name}
            label={label}
            title={isEmpty ? t(`upload.choose.${accept}`) : t('upload.add')}
            rules={isEmpty ? t(`upload.rules.${accept}`) : undefined}
            accept={acceptLists[accept]}
            multiple={isList}
            disabled={moving.length > 0}
            isSmall={!isEmpty}
            isInvalid={error !== undefined}
            errorId={error ? `${id}-error` : undefined}
            onFiles={(files) => uploads.add(name, files)}
          />
        )}
      </div>
      {items
        .filter((item) => item.problem !== undefined)
        .map((item) => (
          <FailedFile
            key={item.id}
            item={item}
            onRetry={() => uploads.retry(item)}
            onDismiss={() => uploads.drop(item.id)}
          />
        ))}
      {note}
      {widget.takesLink && isEmpty ? (
        <div className="mt-3">
          <LinkField name={name} field={field} onLink={onChange} />
        </div>
      ) : null}
      {help ? <p className="mt-1.5 text-xs text-ink-faint">{help}</p> : null}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}

function readUrls(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((url): url is string => typeof url === 'string' && url !== '');
}
