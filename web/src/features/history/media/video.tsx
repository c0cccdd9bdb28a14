import type { PublicGeneration } from '@atelier/contract';
import { type FocusEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { VideoPicture } from '#product/generation/pictures/generation-picture.tsx';
import { mediumIcons } from '#product/media/icons.ts';
import { prefersStill } from '#ui/prefers-still.ts';
import { listLibrary } from '../filters/library-query.ts';
import { defineHistoryMedium } from '../history-content.tsx';
import type { RowProps } from '../history-medium.ts';
import { FavoriteStar } from '../list/favorite-star.tsx';
import { GenerationFacts } from '../list/generation-facts.tsx';
import { EndedRow, GenerationRow } from '../list/generation-row.tsx';
import { RowActions } from '../list/row-actions.tsx';

export const videoHistory = defineHistoryMedium({
  type: 'video',
  medium: 'video',
  list: (view, signal) => listLibrary('video', view, signal),
  choices: ['kind'],
  empty: { Icon: mediumIcons.video, path: 'video/text-to-video' },
  Row: VideoRow,
});

/** The clip plays while its row is pointed at or focused. */
export function VideoRow({ generation, box, onOpen, onDelete }: RowProps) {
  const [isPlaying, setIsPlaying] = useState(false);
  const play = (isWanted: boolean) => setIsPlaying(isWanted && !prefersStill());
  const title = makeExcerpt(generation.prompt);
  if (isWithoutResult(generation)) {
    return (
      <EndedRow
        generation={generation}
        title={title}
        onOpen={onOpen}
        actions={<RowActions generation={generation} onDelete={onDelete} isIcon />}
      >
        {box}
      </EndedRow>
    );
  }
  return (
    <GenerationRow
      id={generation.id}
      status={generation.status}
      title={title}
      onOpen={onOpen}
      className="@md:grid-cols-[10rem_1fr] @2xl:grid-cols-[16rem_1fr]"
      onPointerEnter={(event) => play(event.pointerType === 'mouse')}
      onPointerLeave={() => play(false)}
      onFocus={(event: FocusEvent) => play(event.target.matches(':focus-visible'))}
      onBlur={() => play(false)}
      picture={<VideoPicture generation={generation} isPlaying={isPlaying} />}
      actions={
        <>
          <FavoriteStar generation={generation} />
          <RowActions generation={generation} onDelete={onDelete} />
        </>
      }
    >
      <VideoFacts generation={generation} />
    </GenerationRow>
  );
}

function VideoFacts({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('kinds');
  const { kind, width, height } = generation;
  return (
    <GenerationFacts
      generation={generation}
      facts={[
        t(`kinds.${kind}.title`, { defaultValue: kind }),
        ...(width && height ? [`${width} × ${height}`] : []),
      ]}
    />
  );
}
