import { maxBatchNameLength, type PublicBatch } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import Ban from 'lucide-react/icons/ban';
import Download from 'lucide-react/icons/download';
import Images from 'lucide-react/icons/images';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { formatCredits } from '#lib/format.ts';
import { saveFile } from '#lib/save-file.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { useAccount } from '#product/account/account-store.ts';
import {
  cancelBatch,
  fetchBatchGenerations,
  prepareBatchDownload,
  renameBatch,
} from '#product/api/batches.ts';
import { showBatch } from '#product/batches/use-pick.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextField } from '#ui/text-field.tsx';
import { refreshBatches } from './batch-data.ts';

/** Moves generations to the trash, with the offer to undo that. */
export type DeleteGenerations = (ids: readonly string[]) => void;

type Asked = { what: 'rename' | 'cancel' | 'delete'; batch: PublicBatch };

export type BatchActions = ReturnType<typeof useBatchActions>;

/** Actions on a batch as a whole; `asked` is the question that is open. */
export function useBatchActions(onDelete: DeleteGenerations) {
  const { t } = useTranslation('batches');
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const { isRunning, run } = useSingleRun(showErrorToast);
  const close = () => setAsked(undefined);
  return {
    asked,
    isRunning,
    ask: (what: Asked['what'], batch: PublicBatch) => setAsked({ what, batch }),
    close,
    download: (batch: PublicBatch) =>
      run(async () => {
        if (batch.counts.completed === 0) showToast(t('download.nothing'));
        else if (!(await startDownload(batch))) showToast(t('download.tooLarge'), { tone: 'error' });
      }),
    showInLibrary: ({ id }: PublicBatch) => void navigate({ to: '/creator/history', search: { batch: id } }),
    rename: (batch: PublicBatch, name: string) =>
      run(async () => {
        showBatch(await renameBatch(batch.id, name));
        close();
      }),
    cancel: (batch: PublicBatch) =>
      run(async () => {
        const count = await cancelBatch(batch.id);
        close();
        showToast(t('cancel.done', { count }));
        await refreshBatches();
      }),
    remove: (batch: PublicBatch) =>
      run(async () => {
        const generations = await fetchBatchGenerations(batch.id);
        close();
        onDelete(generations.filter(({ status }) => hasEnded(status)).map(({ id }) => id));
      }),
  };
}

function isOpen({ counts }: PublicBatch): boolean {
  return counts.waiting + counts.running > 0;
}

export function BatchMenuItems({ batch, actions }: { batch: PublicBatch; actions: BatchActions }) {
  const { t } = useTranslation('batches');
  return (
    <>
      <MenuItem icon={<Download size={16} />} onSelect={() => void actions.download(batch)}>
        {t('download.do')}
      </MenuItem>
      <MenuItem icon={<Images size={16} />} onSelect={() => actions.showInLibrary(batch)}>
        {t('inLibrary')}
      </MenuItem>
      <MenuItem icon={<Pencil size={16} />} onSelect={() => actions.ask('rename', batch)}>
        {t('rename.do')}
      </MenuItem>
      {isOpen(batch) ? (
        <MenuItem icon={<Ban size={16} />} onSelect={() => actions.ask('cancel', batch)}>
          {t('cancel.do')}
        </MenuItem>
      ) : null}
      <MenuItem icon={<Trash2 size={16} />} onSelect={() => actions.ask('delete', batch)}>
        {t('delete.do')}
      </MenuItem>
    </>
  );
}

export function BatchDialogs({ actions }: { actions: BatchActions }) {
  const { asked } = actions;
  if (!asked) return null;
  const props = { batch: asked.batch, actions };
  if (asked.what === 'rename') return <RenameDialog {...props} />;
  return asked.what === 'cancel' ? <CancelDialog {...props} /> : <DeleteDialog {...props} />;
}

type BatchDialogProps = { batch: PublicBatch; actions: BatchActions };

function RenameDialog({ batch, actions }: BatchDialogProps) {
  const { t } = useTranslation('batches');
  const [name, setName] = useState(batch.name);
  const [isEmpty, setEmpty] = useState(false);
  const save = () => {
    setEmpty(name.trim() === '');
    if (name.trim() !== '') void actions.rename(batch, name.trim());
  };
  return (
    <Dialog
      isOpen
      onClose={actions.close}
      title={t('rename.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={actions.close}>{t('keep')}</Button>
          <Button type="submit" form="rename-batch" variant="primary" aria-busy={actions.isRunning}>
            {t('rename.save')}
          </Button>
        </>
      }
    >
      <form
        id="rename-batch"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField
          name="batch-name"
          label={t('rename.name')}
          value={name}
          maxLength={maxBatchNameLength}
          autoComplete="off"
          onChange={setName}
          error={isEmpty ? t('rename.missing') : undefined}
        />
      </form>
    </Dialog>
  );
}

function CancelDialog({ batch, actions }: BatchDialogProps) {
  const { t, i18n } = useTranslation('batches');
  const { counts, credits } = batch;
  return (
    <Question
      batch={batch}
      actions={actions}
      title={t('cancel.title', { name: batch.name })}
      action={t('cancel.confirm')}
      onConfirm={() => void actions.cancel(batch)}
    >
      <p>{t('cancel.text', { count: counts.waiting + counts.running })}</p>
      <p className="mt-2">{t('cancel.returns', { credits: formatCredits(credits.held, i18n.language) })}</p>
    </Question>
  );
}

function DeleteDialog({ batch, actions }: BatchDialogProps) {
  const { t } = useTranslation('batches');
  const days = useAccount().info?.trash_days;
  const { completed, failed } = batch.counts;
  return (
    <Question
      batch={batch}
      actions={actions}
      title={t('delete.title', { name: batch.name })}
      action={t('delete.confirm')}
      onConfirm={() => void actions.remove(batch)}
    >
      <p>{t('delete.text', { count: completed + failed, days })}</p>
      {isOpen(batch) ? <p className="mt-2">{t('delete.running')}</p> : null}
    </Question>
  );
}

type QuestionProps = BatchDialogProps & {
  title: string;
  action: string;
  onConfirm: () => void;
  children: ReactNode;
};

function Question({ actions, title, action, onConfirm, children }: QuestionProps) {
  const { t } = useTranslation('batches');
  return (
    <Dialog
      isOpen
      onClose={actions.close}
      title={title}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={actions.close}>{t('keep')}</Button>
          <Button variant="danger" aria-busy={actions.isRunning} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** Offers one zip for any number of lines, unless its files are more than the server packs. */
async function startDownload({ id }: PublicBatch): Promise<boolean> {
  try {
    saveFile(await prepareBatchDownload(id), '');
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'download_too_large') return false;
    throw error;
  }
}
