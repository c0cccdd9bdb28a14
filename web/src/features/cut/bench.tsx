import { cutLimits, isSoundCut } from '@atelier/catalog/cuts';
import { Link } from '@tanstack/react-router';
import Scissors from 'lucide-react/icons/scissors';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type BenchFile, type Files, useFiles } from '#product/choice/use-files.tsx';
import type { BenchSource } from '#product/playback/bench-clip.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Bench as BenchState } from './bench-state.ts';
import { loadFiles, measureSource, partSources, readSort } from './load-sources.ts';
import {
  type BenchParts,
  type CutSearch,
  toAddAction,
  useBench,
  useLeftOut,
  useOpened,
} from './use-bench.ts';
import { Workbench } from './workbench.tsx';

type BenchProps = { search: CutSearch; skeleton: ReactNode };

/** The bench of a signed-in user. */
export function Bench({ search, skeleton }: BenchProps) {
  const parts = useBench();
  const isLoading = useOpened(search, parts.dispatch);
  const files = useBenchFiles(parts.bench, (sources) => parts.dispatch(toAddAction(sources)));
  if (isLoading) return skeleton;
  if (parts.bench.cut.clips.length > 0) return <Workbench {...parts} files={files} />;
  return <EmptyBench {...parts} files={files} />;
}

type EmptyBenchProps = BenchParts & { files: Files };

function EmptyBench({ bench, dispatch, files }: EmptyBenchProps) {
  const { t } = useTranslation('cut');
  return (
    <>
      <EmptyState picture={<Scissors size={32} />} title={t('empty.title')} text={t('empty.text')}>
        <Button variant="primary" onClick={files.openLibrary}>
          {t('add.library')}
        </Button>
        <Button onClick={files.openUpload}>{t('add.upload')}</Button>
        <Link to="/creator/shots" className={buttonVariants('ghost')}>
          {t('empty.shots')}
        </Link>
        {bench.past.length > 0 ? (
          <Button variant="ghost" onClick={() => dispatch({ do: 'undo' })}>
            {t('tools.undo')}
          </Button>
        ) : null}
        {bench.future.length > 0 ? (
          <Button variant="ghost" onClick={() => dispatch({ do: 'redo' })}>
            {t('tools.redo')}
          </Button>
        ) : null}
      </EmptyState>
      {files.parts}
    </>
  );
}

/** Two ways to more videos on the bench, or to more sounds; the first of all decides. One that does not play in this browser cannot be cut here. */
function useBenchFiles(bench: BenchState, onSources: (sources: readonly BenchSource[]) => void): Files {
  const { t } = useTranslation('cut');
  const showLeftOut = useLeftOut();
  const { clips } = bench.cut;
  const isOfSounds = clips.length === 0 ? undefined : isSoundCut(bench.cut);
  const take = async (files: readonly BenchFile[]) => {
    const works = files.flatMap(({ work }) => work ?? []);
    const uploads = files.filter(({ work }) => work === undefined);
    const measured = await Promise.all(
      uploads.map(({ url, name, type = '' }) => measureSource(url, name, { sort: readSort(type) })),
    );
    const found = [...(await loadFiles(works)), ...measured.filter((source) => source !== undefined)];
    const parts = partSources(found, isOfSounds);
    if (parts.sources.length > 0) onSources(parts.sources);
    showLeftOut({ ...parts, missingCount: files.length - found.length });
  };
  return useFiles({
    label: t(`add.${isOfSounds === undefined ? 'either' : isOfSounds ? 'sounds' : 'label'}`),
    accept: isOfSounds === undefined ? 'audio-or-video' : isOfSounds ? 'audio' : 'video',
    // A choice of one would close at once; more than fit are left out.
    maxFiles: Math.max(2, cutLimits.clips - clips.length),
    onFiles: (files) => void take(files),
  });
}
