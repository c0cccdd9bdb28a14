import type { Kind } from '@atelier/catalog';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/account-store.ts';
import { type Sample, samples } from '#product/generation/pictures/samples.build.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import type { Uploads } from './uploads/use-uploads.ts';

type SamplesProps = { kind: Kind; uploads: Uploads; onChoose: (text: string) => void };

/** Prompts with a picture each that fill in the form with one press, and the files that the kind needs with them. */
export function Samples({ kind, uploads, onChoose }: SamplesProps) {
  const { t, i18n } = useTranslation('samples');
  const { status } = useAccount();
  const uploadNames = requiredUploads(kind);
  const offered = samples[kind.menu.path] ?? samples[findGroup(kind)] ?? [];

  const upload = async ({ fileUrls }: Sample) => {
    const files = await Promise.all(fileUrls.map(fetchFile));
    for (const [index, file] of files.entries()) {
      const name = uploadNames[index];
      if (name !== undefined) uploads.add(name, [file]);
    }
  };
  const choose = (sample: Sample) => {
    if (i18n.exists(`samples:${sample.id}.prompt`)) onChoose(t(`${sample.id}.prompt`));
    if (status === 'anonymous' && sample.fileUrls.length > 0) writeKept('sample', sample.id);
    upload(sample).catch(showErrorToast);
  };
  const uploadWaiting = useEffectEvent(() => {
    const id = readKept('sample');
    const sample = offered.find((candidate) => candidate.id === id);
    if (!sample) return;
    writeKept('sample', undefined);
    upload(sample).catch(showErrorToast);
  });
  useEffect(() => {
    if (status === 'signed-in') uploadWaiting();
  }, [status]);

  if (offered.length === 0) return null;
  const isHeard = offered.some(({ soundUrl }) => soundUrl);
  // The sizes below them are part of the first screen.
  const isTwoRows = offered.length > 4;
  return (
    <fieldset>
      <legend className="sr-only">{t('label')}</legend>
      <div className={classNames('grid gap-2', isTwoRows || isHeard ? 'grid-cols-3' : 'grid-cols-4')}>
        {offered.map((sample) =>
          sample.soundUrl ? (
            <SoundSample
              key={sample.id}
              title={t(`${sample.id}.title`)}
              url={sample.soundUrl}
              onChoose={() => choose(sample)}
            />
          ) : (
            <PictureSample
              key={sample.id}
              title={t(`${sample.id}.title`)}
              url={sample.pictureUrl}
              isLow={isTwoRows}
              onChoose={() => choose(sample)}
            />
          ),
        )}
      </div>
    </fieldset>
  );
}

type SampleProps = { title: string; url: string | undefined; onChoose: () => void };

function PictureSample({ title, url, isLow, onChoose }: SampleProps & { isLow: boolean }) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="min-w-0 rounded-md text-left text-xs text-ink-soft hover:text-ink"
    >
      <img
        src={url}
        alt=""
        width={288}
        height={162}
        className={classNames(
          'aspect-video w-full rounded-md bg-stage object-cover',
          isLow ? 'max-h-10' : 'max-h-14 sm:max-h-none',
        )}
      />
      <span title={title} className="mt-1 block truncate">
        {title}
      </span>
    </button>
  );
}

/** A sound to listen to, beside the button that takes its prompt. */
function SoundSample({ title, url, onChoose }: SampleProps) {
  const { t } = useTranslation('samples');
  const soundRef = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const toggle = () => {
    const sound = soundRef.current;
    if (!sound) return;
    if (isPlaying) return sound.pause();
    sound.currentTime = 0;
    sound.play().catch(showErrorToast);
  };
  return (
    <div className="flex h-18 min-w-0 items-center rounded-md bg-raised">
      <IconButton label={t(isPlaying ? 'stop' : 'listen', { title })} onClick={toggle}>
        {isPlaying ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
      </IconButton>
      <button
        type="button"
        title={title}
        onClick={onChoose}
        className="h-full min-w-0 flex-1 truncate rounded-md pr-2 text-left text-xs text-ink-soft hover:text-ink"
      >
        {title}
      </button>
      {/* biome-ignore lint/a11y/useMediaCaption: a sound without words */}
      <audio
        ref={soundRef}
        src={url}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </div>
  );
}

function requiredUploads({ fields }: Kind): string[] {
  return Object.entries(fields).flatMap(([name, { widget, isRequired }]) =>
    widget.type === 'upload' && isRequired ? [name] : [],
  );
}

/** Required uploads of the kind and its medium, such as "image-video". */
function findGroup(kind: Kind): string {
  const accepted = requiredUploads(kind).map((name) => {
    const widget = kind.fields[name]?.widget;
    return widget?.type === 'upload' ? widget.accept : '';
  });
  return [...accepted, kind.medium].join('-');
}

async function fetchFile(url: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`The sample ${url} answered ${response.status}`);
  const blob = await response.blob();
  return new File([blob], url.slice(url.lastIndexOf('/') + 1), { type: blob.type });
}
