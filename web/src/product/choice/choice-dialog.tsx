import type { Medium } from '@atelier/catalog';
import type { PublicGeneration, UploadAccept } from '@atelier/contract';
import AudioLines from 'lucide-react/icons/audio-lines';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#lib/format.ts';
import { useRead } from '#lib/use-read.ts';
import { fetchLibrary } from '#product/api/library.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { isStill } from '#product/media-facts.build.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';

const pageSize = 30;
/** The search waits for a pause in typing. */
const restMs = 250;

type ChoiceDialogProps = {
  label: string;
  accept: UploadAccept;
  maxFiles: number;
  chosen: readonly string[];
  /** `file` is the one that was chosen or taken back. */
  onChange: (urls: readonly string[], file: WorkFile) => void;
  onClose: () => void;
};

/** A result, and the work that it belongs to. */
export type WorkFile = { generation: PublicGeneration; output: ShownOutput };

/** Chooses files of the user's own works, the newest first. The only file of a field closes the dialog. */
export function ChoiceDialog({ label, accept, maxFiles, chosen, onChange, onClose }: ChoiceDialogProps) {
  const { t } = useTranslation('dialogs');
  const [search, setSearch] = useState('');
  const isList = maxFiles > 1;
  const choose = (file: WorkFile) => {
    const { url } = file.output;
    if (chosen.includes(url))
      return onChange(
        chosen.filter((known) => known !== url),
        file,
      );
    onChange(isList ? [...chosen, url] : [url], file);
    if (!isList) onClose();
  };
  const done = (
    <Button variant="primary" onClick={onClose}>
      {t('choice.done', { count: chosen.length, max: maxFiles })}
    </Button>
  );
  return (
    <Dialog
      isOpen
      width="wide"
      onClose={onClose}
      title={t('choice.title', { field: label })}
      closeLabel={t('choice.close')}
      footer={isList ? done : undefined}
    >
      <TextField
        label={t('choice.search')}
        type="search"
        maxLength={200}
        value={search}
        onChange={setSearch}
      />
      <Works
        key={search}
        search={search}
        media={listMedia(accept)}
        chosen={chosen}
        isFull={isList && chosen.length >= maxFiles}
        onChoose={choose}
      />
    </Dialog>
  );
}

/** The media whose files a field takes: its name is that of one, or of two. */
function listMedia(accept: UploadAccept): Medium[] {
  const names = accept.split('-or-');
  return (Object.keys(isStill) as Medium[]).filter((medium) => names.includes(medium));
}

type PageProps = {
  search: string;
  media: Medium[];
  chosen: readonly string[];
  isFull: boolean;
  onChoose: (file: WorkFile) => void;
};

/** Page after page, each from the last work of the one before. */
function Works(props: PageProps) {
  const [starts, setStarts] = useState<readonly (string | undefined)[]>([undefined]);
  return (
    <div className="mt-4 grid gap-3">
      {starts.map((before, place) => (
        <WorkPage
          key={before ?? ''}
          {...props}
          before={before}
          onMore={place === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
        />
      ))}
    </div>
  );
}

type WorkPageProps = PageProps & {
  before: string | undefined;
  /** Adds the page behind this one, which is the last. */
  onMore: ((next: string) => void) | undefined;
};

function WorkPage({ search, media, before, onMore, ...choice }: WorkPageProps) {
  const { t } = useTranslation('dialogs');
  const { reply, isFailed, readAgain } = useRead(
    before ?? 'first',
    (signal) =>
      fetchLibrary(
        {
          medium: media,
          status: ['completed', 'partial'],
          pageSize,
          before,
          search: search.trim() || undefined,
        },
        signal,
      ),
    { restMs: search === '' ? 0 : restMs },
  );
  if (isFailed)
    return <ErrorState title={t('choice.failed')} retryLabel={t('choice.retry')} onRetry={readAgain} />;
  const files = reply?.data.flatMap((generation) =>
    shownOutputs(generation).map((output) => ({ generation, output })),
  );
  const next = reply?.next;
  if (files?.length === 0 && before === undefined)
    return <p className="py-6 text-center">{t(search.trim() === '' ? 'choice.empty' : 'choice.nothing')}</p>;
  return (
    <>
      <ul aria-busy={!files} className="grid grid-cols-2 gap-2 sm:grid-cols-3 md:grid-cols-4">
        {files
          ? files.map((file) => <WorkTile key={file.output.id} {...file} {...choice} />)
          : places.map((place) => (
              <li key={place}>
                <Skeleton className="aspect-video rounded-md" />
              </li>
            ))}
      </ul>
      {next && onMore ? (
        <Button className="justify-self-center" onClick={() => onMore(next)}>
          {t('choice.more')}
        </Button>
      ) : null}
    </>
  );
}

const places = Array.from({ length: 8 }, (_, index) => `place-${index}`);

type WorkTileProps = Pick<PageProps, 'chosen' | 'isFull' | 'onChoose'> & WorkFile;

function WorkTile({ generation, output, chosen, isFull, onChoose }: WorkTileProps) {
  const isChosen = chosen.includes(output.url);
  const picture = output.poster_url ?? (isStill[generation.medium] ? output.url : undefined);
  const words = makeExcerpt(generation.prompt, 80) || generation.model;
  return (
    <li className="min-w-0">
      <button
        type="button"
        aria-pressed={isChosen}
        disabled={isFull && !isChosen}
        onClick={() => onChoose({ generation, output })}
        className={classNames(
          'grid w-full overflow-hidden rounded-md bg-raised text-left hover:bg-hover disabled:opacity-50',
          isChosen && 'outline-2 outline-offset-2 outline-accent-text',
        )}
      >
        <span className="relative grid aspect-video place-items-center bg-stage text-ink-faint">
          {picture ? (
            <img
              src={picture}
              alt=""
              loading="lazy"
              decoding="async"
              className="absolute inset-0 size-full object-contain"
            />
          ) : (
            <AudioLines size={24} aria-hidden="true" />
          )}
          {isChosen ? (
            <Check
              size={20}
              aria-hidden="true"
              className="absolute top-1.5 right-1.5 rounded-full bg-accent p-0.5 text-on-accent"
            />
          ) : null}
          {output.duration_seconds ? (
            <span className="absolute right-1.5 bottom-1.5 rounded bg-shade px-1 text-xs text-on-accent tabular-nums">
              {formatClock(output.duration_seconds)}
            </span>
          ) : null}
        </span>
        <span dir="auto" title={words} className="truncate px-2 py-1.5 text-sm">
          {words}
        </span>
      </button>
    </li>
  );
}
