import type { PublicGeneration } from '@atelier/contract';
import Columns2 from 'lucide-react/icons/columns-2';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ActRow } from '#product/acts/act-row.tsx';
import { MoreMenu } from '#product/acts/more-menu.tsx';
import { ButtonAction, LinkAction, RegenerateAction } from '#product/generation/actions/actions.tsx';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { hasShownResult, type ShownOutput } from '#product/generation/outputs.ts';
import { isAnswer } from '#product/media-facts.build.ts';
import { ShareAction } from '#product/share/share-action.tsx';
import { classNames } from '#ui/class-names.ts';

type ActionRowProps = {
  generation: PublicGeneration;
  output: ShownOutput | undefined;
  onTag: () => void;
  onDelete: () => void;
  onChanged: () => void;
  isComparing: boolean;
  /** Starts a comparison; undefined when there is nothing to compare with. */
  onCompare: (() => void) | undefined;
  /** Keeps the room of the comparison while there is nothing to compare with. */
  hasRoomToCompare: boolean;
};

/** Everything that can be done with a generation. A letter presses the action that has it as its key. */
export function ActionRow(props: ActionRowProps) {
  const { generation, output, onTag, onDelete, onChanged, isComparing, onCompare, hasRoomToCompare } = props;
  const canCompare = onCompare !== undefined || isComparing;
  const { t } = useTranslation(['viewer', 'preview']);
  const hasResult = hasShownResult(generation);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={t('viewer:actions')}
      className="flex flex-wrap items-center justify-center gap-x-1 border-t border-line bg-surface px-1 py-1"
    >
      {isComparing ? null : (
        <div className="w-full min-w-0 px-1 pb-1 2xl:w-auto 2xl:pb-0">
          <ActRow generation={generation} output={output} />
        </div>
      )}
      <Key name="f">
        {hasResult ? (
          <FavoriteButton key={generation.id} generation={generation} onChanged={onChanged} />
        ) : null}
      </Key>
      {hasResult ? <ButtonAction isToolbar Icon={Tag} label={t('viewer:tags')} onClick={onTag} /> : null}
      <Key name="r">
        <Again generation={generation} />
      </Key>
      <ShareAction isToolbar generation={generation} label={t('viewer:share')} />
      {isComparing || !output ? null : <MoreMenu generation={generation} output={output} />}
      <Key name="c" isHidden={!canCompare}>
        {canCompare || hasRoomToCompare ? (
          <ButtonAction
            isToolbar
            Icon={Columns2}
            label={t(isComparing ? 'viewer:compare.end' : 'viewer:compare.start')}
            onClick={() => onCompare?.()}
          />
        ) : null}
      </Key>
      <Key name="delete">
        <ButtonAction isToolbar Icon={Trash2} label={t('viewer:delete')} onClick={onDelete} />
      </Key>
    </div>
  );
}

type KeyProps = { name: string /** Takes its room all the same. */; isHidden?: boolean; children: ReactNode };

function Key({ name, isHidden = false, children }: KeyProps) {
  return (
    <span data-key={name} inert={isHidden} className={classNames('contents', isHidden && 'invisible')}>
      {children}
    </span>
  );
}

/** Asking again fills the form with the image and the question, and with nothing else of the analysis. */
function Again({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['viewer', 'history']);
  const { medium, input, prompt } = generation;
  if (!isAnswer[medium])
    return <RegenerateAction isToolbar generation={generation} label={t('viewer:regenerate')} />;
  return (
    <LinkAction
      isToolbar
      Icon={RefreshCw}
      label={t('history:types.image-understanding.again')}
      target={{
        to: '/creator/image-understanding',
        search: { ...(typeof input.image === 'string' ? { image: input.image } : {}), question: prompt },
      }}
    />
  );
}
