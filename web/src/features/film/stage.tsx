import type { CutFormat, CutPlan } from '@atelier/catalog/cuts';
import type { FilmDocument } from '@atelier/catalog/films';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRead } from '#lib/use-read.ts';
import { fetchGenerations } from '#product/api/generations.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import type { BenchClip, BenchSource } from '#product/playback/bench-clip.ts';
import { findBegin, settleCut } from '#product/playback/clip-times.ts';
import type { Playback } from '#product/playback/playback.ts';
import { Preview } from '#product/playback/preview.tsx';
import { MediaBox } from '#ui/media-box.tsx';
import { isSame } from './film-edits.ts';
import { listClips, type ShotView, toClip } from './shot-views.ts';
import type { FilmParts } from './use-film.ts';

type PlayedFilm = { clips: readonly BenchClip[]; sound: CutPlan['sound'] };

/** Size and rate of the film while nothing of it is made. */
function guessFormat(shape: FilmDocument['shape']): CutFormat {
  const [across = 16, down = 9] = shape.split(':').map(Number);
  const scale = 1080 / Math.min(across, down);
  return { width: across * scale, height: down * scale, fps: { num: 30, den: 1 } };
}

/** Size and rate of the joined film, as far as its takes are known. */
export function settleFilm(shape: FilmDocument['shape'], views: readonly ShotView[]): CutFormat {
  const sources = listSources(views);
  const clips = Object.keys(sources).map((url) => ({ url }));
  return settleCut({ shape, clips }, sources) ?? guessFormat(shape);
}

/** The takes that are shown as sources of a cut, by address, in their order. */
export function listSources(views: readonly ShotView[]): Readonly<Record<string, BenchSource>> {
  return Object.fromEntries(
    views.flatMap(({ shown }) => {
      const { url, width, height, fps, duration_seconds: seconds } = shown?.video ?? {};
      if (!url || !width || !height || !seconds) return [];
      return [[url, { url, width, height, fps: fps ?? null, seconds, poster: null, name: '' }]];
    }),
  );
}

type StageProps = Pick<FilmParts, 'film' | 'state' | 'views'> & { playback: Playback; format: CutFormat };

/** The joined film while it shows what the shots say, else their takes one after the other. */
export function Stage({ film, state, views, playback, format }: StageProps) {
  const { t } = useTranslation('film');
  const joined = useJoined(film.is_joined ? film.generation_id : null);
  const takes = listClips(views);
  const { sound } = state.edits.document;
  const played = useStable<PlayedFilm>(joined ? { clips: [joined], sound: null } : { clips: takes, sound });
  const begin = findShotBegin(takes, state.selectedId);
  const { selectedId } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice of the same moment is shown, too
  useEffect(() => {
    playback.take(played, begin);
  }, [played, selectedId, playback]);
  useEffect(() => () => playback.pause(), [playback]);
  if (played.clips.length > 0) return <Preview cut={played} playback={playback} format={format} />;
  return (
    <MediaBox {...format} kept={{ width: 16, height: 9 }}>
      <p className="absolute inset-0 grid place-items-center p-6 text-center text-ink-faint text-balance">
        {t('stage.empty')}
      </p>
    </MediaBox>
  );
}

function findShotBegin(takes: readonly BenchClip[], id: string | undefined): number {
  return id !== undefined && takes.some((clip) => clip.id === id) ? findBegin(takes, id) : 0;
}

/** The joined film as one clip, once it is known. */
function useJoined(id: string | null): BenchClip | undefined {
  const { reply } = useRead(id ?? undefined, async () => (await fetchGenerations([id ?? '']))[0]);
  const output = id !== null && reply?.id === id ? shownOutputs(reply)[0] : undefined;
  return output && toClip(output, output.id);
}

/** The same object for as long as its content is the same. */
function useStable<Value>(value: Value): Value {
  const [stable, setStable] = useState(value);
  if (stable === value || isSame(stable, value)) return stable;
  setStable(value);
  return value;
}
