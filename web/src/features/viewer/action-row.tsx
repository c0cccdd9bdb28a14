import { maxRoll } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import Columns2 from 'lucide-react/icons/columns-2';
import Download from 'lucide-react/icons/download';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Shuffle from 'lucide-react/icons/shuffle';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '#product/copyable.tsx';
import {
  ButtonAction,
  DownloadAction,
  LinkAction,
  RegenerateAction,
} from '#product/generation/actions/actions.tsx';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { FramesMenu } from '#product/generation/actions/frames-menu.tsx';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import { saveAnswer } from '#product/generation/actions/save-answer.ts';
import { SoundedVideoAction } from '#product/generation/actions/sounded-video-action.tsx';
import { UsesMenu } from '#product/generation/actions/uses-menu.tsx';
import { downloadName, hasShownResult, type ShownOutput } from '#product/generation/outputs.ts';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';
import { mediumViews } from '#product/media/index.ts';
import { isAnswer, isHeard } from '#product/media-facts.build.ts';
import { ShareAction } from '#product/share/share-action.tsx';
import { showToast } from '#ui/show-toast.ts';

type ActionRowProps = {
  generation: PublicGeneration;
  output: ShownOutput | undefined;
  onTag: () => void;
  onDelete: () => void;
  onChanged: () => void;
  isComparing: boolean;
  /** Starts a comparison; undefined when there is nothing to compare with. */
  onCompare: (() => void) | undefined;
};

/** Everything that can be done with a generation. A letter presses the action that has it as its key. */
export function ActionRow(props: ActionRowProps) {
  const { generation, output, onTag, onDelete, onChanged, isComparing, onCompare } = props;
  const { t } = useTranslation(['viewer', 'preview']);
  const hasResult = hasShownResult(generation);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={t('viewer:actions')}
      className="flex flex-wrap items-center justify-center border-t border-line bg-surface px-1 py-1 lg:gap-1"
    >
      <Key name="f">
        {hasResult ? (
          <FavoriteButton key={generation.id} variant="icon" generation={generation} onChanged={onChanged} />
        ) : null}
      </Key>
      {hasResult ? <ButtonAction isToolbar Icon={Tag} label={t('viewer:tags')} onClick={onTag} /> : null}
      <Key name="d">
        <Downloads generation={generation} output={output} />
      </Key>
      <Key name="r">
        <Again generation={generation} />
      </Key>
      {isComparing ? null : (
        <>
          <VaryLink generation={generation} />
          {output ? <UsesMenu output={output} label={t('preview:uses.title')} /> : null}
          {output ? <FramesMenu generation={generation} output={output} /> : null}
        </>
      )}
      <ShareAction isToolbar generation={generation} label={t('viewer:share')} />
      <Key name="c">
        {onCompare || isComparing ? (
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

function Key({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span data-key={name} className="contents">
      {children}
    </span>
  );
}

type OutputProps = { generation: PublicGeneration; output: ShownOutput | undefined };

/** The file, of a sound also with its video; an answer as a text. */
function Downloads({ generation, output }: OutputProps) {
  const { t } = useTranslation(['viewer', 'understanding']);
  const { copyText, fileName } = mediumViews[generation.medium];
  const answer = copyText?.(generation);
  if (answer) {
    const save = () => {
      saveAnswer(generation, answer);
      showToast(t('understanding:downloaded'), { tone: 'success' });
    };
    return (
      <>
        <ButtonAction isToolbar Icon={Download} label={t('viewer:download')} onClick={save} />
        <CopyText text={answer} label={t('understanding:copy')} isWide />
      </>
    );
  }
  if (!output) return null;
  const name = fileName?.(generation.prompt, output) ?? downloadName(generation, output);
  return (
    <>
      <DownloadAction isToolbar url={output.url} fileName={name} label={t('viewer:download')} />
      {isHeard[generation.medium] ? <SoundedVideoAction generation={generation} output={output} /> : null}
    </>
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

/** The form as it was, with another seed. */
function VaryLink({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('viewer');
  const field = useKindOnceLoaded(generation.kind)?.fields.seed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: rolled once for each generation
  const seed = useMemo(() => Math.floor(Math.random() * (maxRoll + 1)), [generation.id]);
  const { search, ...target } = useRegenerateTarget(generation);
  if (!field || field.isIgnored) return null;
  return (
    <LinkAction
      isToolbar
      Icon={Shuffle}
      label={t('vary')}
      target={{ ...target, search: { ...search, seed } }}
    />
  );
}
