import { maxProjectNameLength, type PublicProject } from '@atelier/contract';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { changeProject, createProject } from '#product/api/projects.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { refreshProjects } from './projects.ts';

type NameProjectDialogProps = {
  /** Project to rename; a new one is created when absent. */
  project?: PublicProject;
  onClose: () => void;
  /** Called when the project has been created or renamed. */
  onNamed?: (project: PublicProject) => void;
};

/** Asks for the name of a new project, or for another name of one. The page has to have loaded `projects`. */
export function NameProjectDialog({ project, onClose, onNamed }: NameProjectDialogProps) {
  const { t } = useTranslation('projects');
  const [name, setName] = useState(project?.name ?? '');
  const [isEmpty, setEmpty] = useState(false);
  const { isRunning, run } = useSingleRun(showErrorToast);
  const formId = useId();
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The form of the page around this dialog is not sent.
    event.stopPropagation();
    const wanted = name.trim();
    setEmpty(wanted === '');
    if (wanted === '') return;
    void run(async () => {
      const named = project ? await changeProject(project.id, { name: wanted }) : await createProject(wanted);
      await refreshProjects();
      onNamed?.(named);
      onClose();
    });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(project ? 'rename.title' : 'create.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" aria-busy={isRunning}>
            {t(project ? 'rename.save' : 'create.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save}>
        <TextField
          name="project-name"
          label={t('name')}
          value={name}
          onChange={(text) => {
            setName(text);
            setEmpty(false);
          }}
          maxLength={maxProjectNameLength}
          autoComplete="off"
          error={isEmpty ? t('nameMissing') : undefined}
        />
      </form>
    </Dialog>
  );
}
