import type { PublicGeneration } from '@atelier/contract';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { type RefObject, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Part } from '#lib/parts/lazy-part.tsx';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import type { StageKeys } from '#product/media/medium-view.ts';
import { getLibraryType } from '#product/media-facts.build.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Modal } from '#ui/modal.tsx';
import { ActionRow } from './action-row.tsx';
import { CompareView } from './compare/compare-view.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { GenerationPanel } from './panel/generation-panel.tsx';
import { ImageSwitch, Turns } from './stage/turns.tsx';
import { ViewerStage } from './stage/viewer-stage.tsx';
import { type Panel, usePanel } from './use-panel.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { useWalk, type Walk, type WalkOptions } from './use-walk.ts';
import { comparedWith } from './walk.ts';

type GenerationViewerProps = WalkOptions & {
  onClose: () => void;
  onTag: () => void;
  onDelete: () => void;
  /** The server has taken a change of the generation that lists show. */
  onChanged: () => void;
};

/** One generation, whatever its medium, as large as the window allows, with everything that is known of it. */
export function GenerationViewer(props: GenerationViewerProps) {
  const { generation, address, compared, onClose, onTag, onDelete, onChanged } = props;
  const { t } = useTranslation(['viewer', 'history']);
  const ids = { kind: useId(), title: useId() };
  const walk = useWalk(props);
  const { siblings, isBeforeList, images, image } = walk;
  const panel = usePanel(address);
  const stageKeys = useRef<StageKeys>(undefined);
  const boxRef = useRef<HTMLDivElement>(null);
  useViewerKeys({
    boxRef,
    walk,
    stageKeys,
    endCompare: compared ? () => address.compareWith(undefined) : undefined,
  });
  const other = comparedWith(siblings, generation);
  const choose = (id: string) => (compared ? address.compareWith(id) : address.show({ id }));
  return (
    <Modal
      isOpen
      onClose={onClose}
      labelledBy={`${ids.kind} ${ids.title}`}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-arrive bg-canvas p-0 text-ink"
    >
      <span id={ids.kind} hidden>
        {t(`history:types.${getLibraryType[generation.medium]}.details`)}
      </span>
      {/* It takes the initial focus, so that no control has it. */}
      <div ref={boxRef} tabIndex={-1} data-autofocus className="flex h-full flex-col outline-none">
        <ViewerHeader
          siblings={siblings}
          generation={generation}
          panel={panel}
          titleId={ids.title}
          title={makeExcerpt(generation.prompt) || t('viewer:withoutPrompt')}
          onClose={onClose}
        />
        <div className="relative flex min-h-0 flex-1">
          <div className="flex min-w-0 flex-1 flex-col">
            <div className="relative min-h-0 flex-1 bg-stage">
              <Shown generation={generation} compared={compared} walk={walk} stageKeys={stageKeys} />
            </div>
            <ActionRow
              generation={generation}
              onTag={onTag}
              onDelete={onDelete}
              onChanged={onChanged}
              output={images[image - 1] ?? shownOutputs(generation)[0]}
              isComparing={compared !== undefined}
              hasRoomToCompare={isBeforeList}
              onCompare={other ? () => address.compareWith(compared ? undefined : other.id) : undefined}
            />
            <Filmstrip walk={walk} generation={generation} compared={compared} onChoose={choose} />
          </div>
          {panel.isOpen ? (
            <Part>
              <GenerationPanel
                generation={generation}
                compared={compared}
                panel={panel}
                onOpen={(id) => address.open({ id })}
              />
            </Part>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}

type ShownProps = Pick<GenerationViewerProps, 'generation' | 'compared'> & {
  walk: Walk;
  stageKeys: RefObject<StageKeys | undefined>;
};

/** The generation alone, or two of them. */
function Shown({ generation, compared, walk, stageKeys }: ShownProps) {
  const { siblings, isWhole, images, image } = walk;
  if (compared) {
    return <CompareView key={`${generation.id} ${compared.id}`} pair={[generation, compared]} />;
  }
  return (
    <>
      <ViewerStage
        key={`${generation.id}.${image}`}
        generation={generation}
        stageKeys={stageKeys}
        output={images[image - 1]}
        onSwipe={walk.step}
      />
      <Turns siblings={siblings} isWhole={isWhole} generation={generation} onTurn={walk.turnGeneration} />
      <ImageSwitch count={images.length} image={image} onTurn={walk.turnImage} />
    </>
  );
}

type ViewerHeaderProps = {
  titleId: string;
  title: string;
  siblings: readonly PublicGeneration[];
  generation: PublicGeneration;
  panel: Panel;
  onClose: () => void;
};

function ViewerHeader({ titleId, title, siblings, generation, panel, onClose }: ViewerHeaderProps) {
  const { t } = useTranslation('viewer');
  const count = siblings.length;
  return (
    <div className="flex items-center gap-1 border-b border-line bg-surface px-2 py-1.5 sm:gap-2 sm:px-4">
      <h2 title={title} id={titleId} dir="auto" className="min-w-0 flex-1 truncate text-sm text-ink-soft">
        {title}
      </h2>
      {count > 1 ? (
        <p role="status" className="px-2 text-sm whitespace-nowrap tabular-nums">
          {t('position', { place: siblings.indexOf(generation) + 1, count })}
        </p>
      ) : null}
      <IconButton data-key="i" label={t('details')} aria-pressed={panel.isOpen} onClick={panel.toggle}>
        <Info size={20} aria-hidden="true" className={panel.isOpen ? 'text-accent-text' : undefined} />
      </IconButton>
      <IconButton label={t('close')} tooltipSide="below-end" onClick={onClose}>
        <X size={20} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
