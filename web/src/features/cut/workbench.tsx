import { type CutFormat, countPlanSeconds, cutLimits, isSoundCut } from '@atelier/catalog/cuts';
import type { TFunction } from 'i18next';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import type { Files } from '#product/choice/use-files.tsx';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { findShapeNote, settleCut } from '#product/playback/clip-times.ts';
import { Preview } from '#product/playback/preview.tsx';
import type { Bench, Cut } from './bench-state.ts';
import { ClipPanel } from './clip-panel.tsx';
import { ClipStrip } from './clip-strip.tsx';
import { CropFrame } from './crop-frame.tsx';
import { useRendering } from './cut-data.ts';
import { type CutErrors, noErrors, readErrors } from './read-errors.ts';
import { RenderBar } from './render-bar.tsx';
import { ToolRow } from './tool-row.tsx';
import type { BenchParts } from './use-bench.ts';
import { useBenchKeys, useCommands } from './use-commands.ts';
import { WholePanel } from './whole-panel.tsx';

/** Format while nothing is known of the first video. */
const unknownFormat: CutFormat = { width: 1920, height: 1080, fps: { num: 30, den: 1 } };

type WorkbenchProps = BenchParts & { files: Files };

/** The bench with clips on it: preview and strip, and beside or below them the settings. */
export function Workbench({ files, ...parts }: WorkbenchProps) {
  const { bench } = parts;
  const { cut, selectedId } = bench;
  const isSound = isSoundCut(cut);
  const format = (isSound ? undefined : settleCut(cut, bench.sources)) ?? unknownFormat;
  const commands = useCommands(parts);
  useBenchKeys(commands);
  const { errors, problems, ...render } = useRender(parts);
  const place = cut.clips.findIndex(({ id }) => id === selectedId);
  const clip = cut.clips[place];
  const source = clip && bench.sources[clip.url];
  return (
    <>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 pb-6 lg:grid-cols-[3fr_2fr]">
        <div className="top-(--header-height) min-w-0 lg:sticky lg:self-start">
          <Preview cut={cut} playback={parts.playback} format={format} isSound={isSound}>
            {clip && source && !isSound ? (
              <CropFrame
                clip={clip}
                source={source}
                format={format}
                onChange={(change) =>
                  parts.dispatch({
                    do: 'change',
                    id: clip.id,
                    change,
                    atMs: performance.now(),
                    control: 'frame',
                  })
                }
              />
            ) : null}
          </Preview>
          <ClipStrip {...parts} commands={commands} />
          <ToolRow bench={bench} commands={commands} files={files} />
          {files.parts}
          {isSound ? null : <ShapeNotes bench={bench} format={format} />}
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          {clip ? (
            <ClipPanel
              {...parts}
              key={clip.id}
              clip={clip}
              place={place}
              format={format}
              commands={commands}
              errors={errors.clips[clip.id] ?? {}}
            />
          ) : null}
          <WholePanel {...parts} errors={errors.whole} />
        </div>
      </div>
      <RenderBar bench={bench} format={format} problems={problems} {...render} />
    </>
  );
}

/** Renders the cut, and keeps why it was refused until the cut is changed. */
function useRender({ bench, dispatch }: BenchParts) {
  const { t } = useTranslation(['cut', 'messages']);
  const rendering = useRendering();
  const [refusal, setRefusal] = useState<{ cut: Cut; errors: CutErrors }>();
  const { isRunning, run } = useSingleRun(showErrorToast);
  const { cut } = bench;
  const formatProblem = ({ code = '', params, message = '' }: InputProblem) =>
    t(`messages:input.${code}`, {
      ...params,
      defaultValue: t(`messages:error.${code}`, { defaultValue: message }),
    });
  const errors = refusal?.cut === cut ? refusal.errors : noErrors;
  const isTooLong = countPlanSeconds({ clips: [...cut.clips] }) > cutLimits.seconds;
  const refuse = (next: CutErrors) => {
    setRefusal({ cut, errors: next });
    const [id] = Object.keys(next.clips);
    if (id !== undefined) dispatch({ do: 'select', id });
  };
  const tooLong = t('cut:render.tooLong', { minutes: cutLimits.seconds / 60 });
  return {
    rendering,
    errors,
    problems: isTooLong ? [tooLong] : [...errors.other, ...listClipProblems(cut, errors, t)],
    isSubmitting: isRunning,
    onRender: () =>
      void run(async () => {
        if (isTooLong) return;
        try {
          await rendering.submit(cut);
        } catch (error) {
          const found = readErrors(error, cut, formatProblem);
          if (!found) throw error;
          refuse(found);
        }
      }),
  };
}

/** Problems of clips, each named by its number: the button may be far from their settings. */
function listClipProblems({ clips }: Cut, errors: CutErrors, t: TFunction<['cut', 'messages']>): string[] {
  return clips.flatMap(({ id }, place) =>
    Object.values(errors.clips[id] ?? {}).map((text = '') =>
      t('cut:render.clipProblem', { number: place + 1, text }),
    ),
  );
}

/** Clips whose pictures have another shape than the result, and what becomes of them. */
function ShapeNotes({ bench: { cut, sources }, format }: { bench: Bench; format: CutFormat }) {
  const { t, i18n } = useTranslation('cut');
  const notes = cut.clips.map((clip) => findShapeNote(clip, sources[clip.url], format));
  const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
  return (
    <div role="status" className="grid gap-1 pt-2 text-sm">
      {(['bars', 'cut-off'] as const).map((note) => {
        const numbers = notes.flatMap((each, place) => (each === note ? [String(place + 1)] : []));
        if (numbers.length === 0) return null;
        return (
          <p key={note} className="flex gap-2 text-warn-text">
            <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            {t(`shapes.${note}`, { count: numbers.length, numbers: list.format(numbers) })}
          </p>
        );
      })}
    </div>
  );
}
