import { type Kind, parseInput } from '@atelier/catalog';
import { type FilmDocument, filmLimits, type Shot } from '@atelier/catalog/films';
import type { PublicGeneration } from '@atelier/contract';
import Sparkles from 'lucide-react/icons/sparkles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { useStore } from '#lib/store.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useFiles } from '#product/choice/use-files.tsx';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { findRefusalDialog, isExplained } from '#product/dialogs/refusal-dialog.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { useFailureSentence } from '#product/generation/progress/failure-cause.tsx';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { applyGeneration, generationsStore } from '#product/generation/store/generations-store.ts';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { toPreviewAddress } from '#product/uploads/upload-board.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';

/** A quick and cheap model of pictures, and its sizes for the shapes of films. */
const stillKind = 'flux-schnell';
const stillSizes = { '16:9': 'landscape_16_9', '9:16': 'portrait_16_9', '1:1': 'square_hd' } as const;

type StillDialogProps = {
  /** The shot that ends with the picture. */
  shot: Shot;
  next: Shot;
  shape: FilmDocument['shape'];
  projectId: string | null;
  onApprove: (url: string) => void;
  onClose: () => void;
};

/** Finds the picture that two shots share: a still that is made for it, or one of the user's own. */
export function StillDialog({ shot, next, shape, projectId, onApprove, onClose }: StillDialogProps) {
  const { t } = useTranslation(['film', 'cut']);
  const [prompt, setPrompt] = useState(next.prompt || shot.prompt);
  const [given, setGiven] = useState<readonly string[]>(shot.last_url ? [shot.last_url] : []);
  const [picked, setPicked] = useState<string>();
  const stills = useStills(projectId);
  const files = useFiles({
    label: t('film:still.title'),
    accept: 'image',
    maxFiles: 1,
    onFiles: ([file]) => {
      if (!file) return;
      setGiven([file.url, ...given.filter((url) => url !== file.url)]);
      setPicked(file.url);
    },
  });
  const made = stills.made.flatMap((each) => shownOutputs(each).map(({ url }) => url));
  const candidates = [...made, ...given];
  const chosen = picked && candidates.includes(picked) ? picked : candidates[0];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('film:still.title')}
      closeLabel={t('film:close')}
      footer={
        <>
          <Button onClick={onClose}>{t('film:still.cancel')}</Button>
          <Button
            variant="primary"
            aria-disabled={chosen === undefined}
            onClick={() => chosen !== undefined && onApprove(chosen)}
          >
            {t('film:still.approve')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <p className="text-sm">{t('film:still.text')}</p>
        <TextArea
          name="still-prompt"
          label={t('film:still.prompt')}
          value={prompt}
          rows={2}
          count={[...prompt].length}
          maxCount={filmLimits.prompt}
          onChange={setPrompt}
        />
        <MakeStill prompt={prompt} shape={shape} stills={stills} />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openLibrary}>
            {t('cut:add.library')}
          </Button>
          <Button size="sm" className="pointer-coarse:min-h-11" onClick={files.openUpload}>
            {t('cut:add.upload')}
          </Button>
        </div>
        {files.parts}
        <Candidates urls={candidates} chosen={chosen} stills={stills} onPick={setPicked} />
      </div>
    </Dialog>
  );
}

type MakeStillProps = { prompt: string; shape: FilmDocument['shape']; stills: Stills };

function MakeStill({ prompt, shape, stills }: MakeStillProps) {
  const { t } = useTranslation('film');
  const kind = useKindOnceLoaded(stillKind);
  const parsed = kind && parseInput(kind, { prompt, image_size: stillSizes[shape], num_images: 1 });
  const credits = kind && parsed?.ok ? kind.price(parsed.input).costCredits : undefined;
  return (
    <Button
      className="justify-self-start pointer-coarse:min-h-11"
      aria-busy={stills.isSending}
      aria-disabled={credits === undefined}
      onClick={() => {
        if (kind && parsed?.ok && credits !== undefined) stills.make(kind, parsed.input, credits);
      }}
    >
      <Sparkles size={16} aria-hidden="true" />
      {credits === undefined ? t('still.makeUnknown') : t('still.make', { count: credits })}
    </Button>
  );
}

type CandidatesProps = {
  urls: readonly string[];
  chosen: string | undefined;
  stills: Stills;
  onPick: (url: string) => void;
};

function Candidates({ urls, chosen, stills, onPick }: CandidatesProps) {
  const { t } = useTranslation('film');
  const running = stills.made.filter(({ status }) => !hasEnded(status));
  const failed = stills.made.filter(({ status }) => status === 'failed');
  if (urls.length + stills.made.length === 0) return null;
  return (
    <>
      <ul
        aria-label={t('still.candidates')}
        aria-busy={running.length > 0}
        className="grid grid-cols-2 gap-2 p-1"
      >
        {running.map(({ id }) => (
          <li key={id}>
            <Skeleton className="aspect-video rounded-md" />
          </li>
        ))}
        {urls.map((url, index) => (
          <li key={url}>
            <button
              type="button"
              aria-pressed={url === chosen}
              onClick={() => onPick(url)}
              className={classNames(
                'relative block aspect-video w-full overflow-hidden rounded-md bg-stage',
                url === chosen && 'outline-2 outline-offset-2 outline-accent-text',
              )}
            >
              <img
                src={toPreviewAddress(url)}
                alt={t('still.candidate', { number: urls.length - index })}
                decoding="async"
                className="absolute inset-0 size-full object-contain"
              />
            </button>
          </li>
        ))}
      </ul>
      {failed.map((generation) => (
        <StillFailure key={generation.id} generation={generation} />
      ))}
    </>
  );
}

function StillFailure({ generation }: { generation: PublicGeneration }) {
  const reason = useFailureSentence(generation);
  return (
    <p role="alert" className="text-sm text-danger-text">
      {reason}
    </p>
  );
}

type Stills = {
  /** The newest first. */
  made: readonly PublicGeneration[];
  isSending: boolean;
  make: (kind: Kind, input: Record<string, unknown>, credits: number) => void;
};

/** Stills that were asked for in this dialog. */
function useStills(projectId: string | null): Stills {
  const [ids, setIds] = useState<readonly string[]>([]);
  const { entries } = useStore(generationsStore);
  const { isRunning, run } = useSingleRun(showErrorToast);
  const make: Stills['make'] = (kind, input, credits) =>
    void run(async () => {
      try {
        const { generation } = await request('POST /api/generations', {
          body: {
            kind: kind.id,
            input,
            expected_cost: credits,
            request_id: newRequestId(),
            project_id: projectId,
          },
        });
        applyGeneration(generation);
        setIds((known) => [generation.id, ...known]);
      } catch (error) {
        const dialog =
          isExplained(error) &&
          findRefusalDialog(error, {
            expectedCredits: credits,
            sendFor: (next) => make(kind, input, next),
          });
        if (!dialog) throw error;
        openDialog(dialog);
      }
    });
  const made = ids.flatMap((id) => entries.get(id)?.generation ?? []);
  return { made, isSending: isRunning, make };
}
