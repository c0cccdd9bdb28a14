import type { PublicGeneration } from '@atelier/contract';
import { type CSSProperties, type RefObject, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Part } from '#lib/parts/lazy-part.tsx';
import { type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { mediumViews } from '#product/media/index.ts';
import type { StageKeys } from '#product/media/medium-view.ts';
import { getLibraryType, isHeard, isText } from '#product/media-facts.build.ts';
import { classNames } from '#ui/class-names.ts';
import { Modal } from '#ui/modal.tsx';
import { ThumbBar } from './actions/thumb-bar.tsx';
import { ViewerSheets } from './actions/viewer-sheets.tsx';
import { CompareView } from './compare/compare-view.tsx';
import { Filmstrip } from './filmstrip.tsx';
import { GenerationPanel } from './panel/generation-panel.tsx';
import { GestureStage } from './stage/gesture-stage.tsx';
import { ImageSwitch, Turns } from './stage/turns.tsx';
import { ViewerStage } from './stage/viewer-stage.tsx';
import { type Layout, useLayout, usePanel } from './use-panel.ts';
import { useViewerKeys } from './use-viewer-keys.ts';
import { useWalk, type Walk, type WalkOptions } from './use-walk.ts';
import { ViewerHeader } from './viewer-header.tsx';
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
  const { t } = useTranslation('history');
  const ids = { kind: useId(), title: useId() };
  return (
    <Modal
      isOpen
      onClose={props.onClose}
      labelledBy={`${ids.kind} ${ids.title}`}
      className="m-0 h-dvh max-h-none w-screen max-w-none animate-arrive bg-canvas p-0 text-ink"
    >
      <span id={ids.kind} hidden>
        {t(`types.${getLibraryType[props.generation.medium]}.details`)}
      </span>
      <ViewerBody {...props} titleId={ids.title} />
    </Modal>
  );
}

function ViewerBody({ titleId, ...props }: GenerationViewerProps & { titleId: string }) {
  const { generation, address, compared, onClose, onTag, onDelete, onChanged } = props;
  const walk = useWalk(props);
  const { siblings, isBeforeList, images, image } = walk;
  const layout = useLayout();
  const panel = usePanel(address);
  const stageKeys = useRef<StageKeys>(undefined);
  const boxRef = useRef<HTMLDivElement>(null);
  const endCompare = compared ? () => address.compareWith(undefined) : undefined;
  useViewerKeys({ boxRef, walk, stageKeys, endCompare });
  useScrollBack(boxRef, generation.id);
  const other = comparedWith(siblings, generation);
  const output = images[image - 1] ?? shownOutputs(generation)[0];
  const isWide = layout === 'wide';
  const work = { generation, output };
  const onCompare = endCompare ?? (other && (() => address.compareWith(other.id)));
  const header = { siblings, generation, layout, panel, titleId, onCompare, onChanged, onDelete, onClose };
  return (
    <>
      {/* It takes the initial focus, so that no control has it. */}
      <div
        ref={boxRef}
        tabIndex={-1}
        data-autofocus
        className={classNames('flex h-full outline-none', !isWide && 'flex-col overflow-y-auto')}
      >
        <div className={isWide ? 'flex min-w-0 flex-1 flex-col' : 'contents'}>
          <ViewerHeader {...header} isComparing={compared !== undefined} hasRoomToCompare={isBeforeList} />
          <StageBox {...props} walk={walk} layout={layout} output={output} stageKeys={stageKeys} />
          <Filmstrip
            walk={walk}
            generation={generation}
            compared={compared}
            heightPx={layout === 'phone' ? 44 : 56}
            onChoose={(id) => (compared ? address.compareWith(id) : address.show({ id }))}
          />
        </div>
        {layout === 'phone' && !compared ? (
          <ThumbBar
            {...work}
            onChanged={onChanged}
            onNext={() => address.openSheet('next')}
            onMore={() => address.openSheet('more')}
          />
        ) : null}
        {panel.isOpen || !isWide ? (
          <Part>
            <GenerationPanel
              {...work}
              compared={compared}
              layout={layout}
              onOpen={(id) => address.open({ id })}
              onTag={onTag}
            />
          </Part>
        ) : null}
      </div>
      <ViewerSheets {...work} address={address} onCompare={onCompare} onTag={onTag} onDelete={onDelete} />
    </>
  );
}

type StageBoxProps = GenerationViewerProps & {
  walk: Walk;
  layout: Layout;
  output: ShownOutput | undefined;
  stageKeys: RefObject<StageKeys | undefined>;
};

function StageBox({ walk, layout, output, stageKeys, ...viewer }: StageBoxProps) {
  const { generation, compared, address, onClose } = viewer;
  const isWide = layout === 'wide';
  return (
    <div
      data-viewer-stage
      className={classNames('relative flex bg-stage', isWide ? 'min-h-0 flex-1' : 'shrink-0')}
      style={isWide ? undefined : findStageSize(layout, generation, compared ? undefined : output)}
    >
      <GestureStage
        generation={generation}
        walk={walk}
        isOn={compared === undefined}
        onClose={onClose}
        onHold={() => address.openSheet('more')}
      >
        <Shown generation={generation} compared={compared} walk={walk} stageKeys={stageKeys} />
      </GestureStage>
    </div>
  );
}

/** The next work begins at its top. */
function useScrollBack(boxRef: RefObject<HTMLElement | null>, id: string): void {
  useEffect(() => {
    if (id && boxRef.current) boxRef.current.scrollTop = 0;
  }, [boxRef, id]);
}

/**
 * Returns styles for a stage as high as the work at the width of the page, within bounds. Sounds and answers are as
 * high as they are.
 */
function findStageSize(
  layout: Layout,
  generation: PublicGeneration,
  output: ShownOutput | undefined,
): CSSProperties {
  if (layout === 'page') return { height: '60dvh' };
  const { medium } = generation;
  if (isText[medium] || isHeard[medium]) return { minHeight: '10rem' };
  const ratio =
    output?.width && output.height ? output.width / output.height : mediumViews[medium].findRatio(generation);
  return { height: `min(62dvh, ${(100 / ratio).toFixed(2)}vw)` };
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
      />
      <Turns siblings={siblings} isWhole={isWhole} generation={generation} onTurn={walk.turnGeneration} />
      <ImageSwitch count={images.length} image={image} onTurn={walk.turnImage} />
    </>
  );
}
