import type { Widget } from '@atelier/catalog';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart, lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { useAfterRender } from '#lib/use-after-render.ts';
import { acceptLists } from '#product/uploads/upload-board.ts';
import { classNames } from '#ui/class-names.ts';
import { DropZone } from '#ui/drop-zone.tsx';
import { FieldError } from '#ui/field.tsx';
import { useFieldLabels } from '../labels.ts';
import type { Uploads } from '../uploads/use-uploads.ts';
import type { ControlProps } from './control-props.ts';

// A field is empty at first. Loaded before the connection can be lost: what failed is shown with the same code.
const loadFiles = () => import('./upload-files.tsx');
const UploadedFile = lazyPart(async () => (await loadFiles()).UploadedFile);
const MovingFile = lazyPart(async () => (await loadFiles()).MovingFile);
const FailedFiles = lazyPart(async () => (await loadFiles()).FailedFiles);
const OwnWorks = lazyPart(async () => {
  await loadMessages('dialogs');
  return (await loadFiles()).OwnWorks;
});

const LinkField = lazyPrerendered(async () => (await import('./link-field.tsx')).LinkField);

type UploadControlProps = ControlProps & { widget: Extract<Widget, { type: 'upload' }> };

/** One or several files, chosen, dropped or pasted. The value holds only completed uploads. */
export function UploadControl(props: UploadControlProps) {
  const { name, medium, field, value, onChange, error, isBeside, note, uploads } = props;
  const { t } = useTranslation('create');
  const { label, help } = useFieldLabels(name, medium);
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  const { accept, maxFiles, takesLink } = props.widget;
  useEffect(() => void loadFiles().catch(() => undefined), []);
  const isList = maxFiles > 1;
  const chooseLabel = isBeside ? t('upload.chooseHere') : t(`upload.choose.${accept}`);
  const urls = readUrls(value);
  const items = uploads.items.filter(({ field: other }) => other === name);
  const moving = items.filter(({ problem }) => problem === undefined);
  const usedCount = urls.length + moving.length;
  const isEmpty = usedCount === 0;
  const isGrid = isList && !isEmpty;

  const own = { label, accept, maxFiles: maxFiles - moving.length, chosen: urls };
  const take = (chosen: readonly string[]) => onChange(isList ? chosen : (chosen[0] ?? field.default));
  const runAfterRender = useAfterRender();
  const remove = (url: string) => {
    onChange(isList ? urls.filter((known) => known !== url) : field.default);
    // The pressed button is gone; focus moves to the file input that replaces it.
    runAfterRender(() => ref.current?.querySelector('input')?.focus());
  };

  const count = isGrid ? { used: urls.length, max: maxFiles } : undefined;
  return (
    <FieldFrame ref={ref} name={name} label={label} count={count} isBeside={isBeside}>
      <div className={classNames('grid gap-2', isGrid && 'grid-cols-4')}>
        <ChosenFiles
          urls={urls}
          moving={moving}
          accept={accept}
          label={label}
          isSmall={isList}
          onRemove={remove}
          onCancel={uploads.drop}
        />
        {usedCount >= maxFiles ? null : (
          <DropZone
            name={name}
            label={label}
            title={isEmpty ? chooseLabel : t('upload.add')}
            rules={isEmpty ? t(`upload.rules.${accept}`) : undefined}
            accept={acceptLists[accept]}
            multiple={isList}
            disabled={moving.length > 0}
            isSmall={!isEmpty}
            isInvalid={error !== undefined}
            errorId={error && `${id}-error`}
            action={
              <Suspense fallback={null}>
                <OwnWorks {...own} onChange={take} />
              </Suspense>
            }
            onFiles={(files) => uploads.add(name, files)}
          />
        )}
      </div>
      <div>
        <Suspense fallback={null}>
          <FailedFiles items={items} uploads={uploads} />
        </Suspense>
        {note}
        {takesLink && isEmpty ? <LinkChoice name={name} field={field} onLink={onChange} /> : null}
        {help ? <p className="mt-1.5 text-xs text-ink-faint">{help}</p> : null}
        <FieldError id={`${id}-error`} text={error} />
      </div>
    </FieldFrame>
  );
}

type FieldFrameProps = {
  ref: RefObject<HTMLDivElement | null>;
  name: string;
  label: string;
  /** Number of files, once these fill the whole row. */
  count: { used: number; max: number } | undefined;
  isBeside: boolean | undefined;
  children: ReactNode;
};

/** Fields of a row are as high as each other in their labels, their drop zones and what is below these. */
const besideRows = { gridRow: 'span 3', gridTemplateRows: 'subgrid' };

/** A field of files: its label, its drop zone, and what is below that. */
function FieldFrame({ ref, name, label, count, isBeside, children }: FieldFrameProps) {
  const { t } = useTranslation('create');
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset shares the rows of its neighbour
    <div
      ref={ref}
      role="group"
      aria-labelledby={id}
      data-upload-field={name}
      className={classNames('grid min-w-0', count && 'col-span-full')}
      style={isBeside ? besideRows : undefined}
    >
      <div
        id={id}
        className="mb-2 flex w-full items-baseline justify-between gap-3 self-end text-sm font-medium"
      >
        {label}
        {count ? (
          <span className="text-xs font-normal text-ink-faint tabular-nums">{t('upload.count', count)}</span>
        ) : null}
      </div>
      {children}
    </div>
  );
}

type ChosenFilesProps = Pick<ComponentProps<typeof UploadedFile>, 'accept' | 'label' | 'isSmall'> & {
  urls: readonly string[];
  moving: Uploads['items'];
  onRemove: (url: string) => void;
  onCancel: (id: string) => void;
};

/** The files of the value, and behind them those on their way. */
function ChosenFiles({ urls, moving, onRemove, onCancel, ...shown }: ChosenFilesProps) {
  const isEmpty = urls.length + moving.length === 0;
  return (
    <Suspense
      fallback={
        isEmpty ? null : <div className={shown.isSmall ? 'aspect-square' : 'aspect-video max-h-28'} />
      }
    >
      {urls.map((url) => (
        <UploadedFile key={url} url={url} {...shown} onRemove={() => onRemove(url)} />
      ))}
      {moving.map((item) => (
        <MovingFile key={item.id} item={item} isSmall={shown.isSmall} onCancel={() => onCancel(item.id)} />
      ))}
    </Suspense>
  );
}

function LinkChoice(props: ComponentProps<typeof LinkField>) {
  return (
    <div className="mt-3 min-h-16">
      <Suspense fallback={null}>
        <LinkField {...props} />
      </Suspense>
    </div>
  );
}

function readUrls(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((url): url is string => typeof url === 'string' && url !== '');
}
