import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type FormDialogProps = {
  title: string;
  cancel: string;
  /** The submit button's text, idle and while running. */
  action: string;
  doing: string;
  isRunning: boolean;
  isDangerous?: boolean;
  errorCode: string | undefined;
  onClose: () => void;
  onSubmit: () => void;
  children: ReactNode;
};

/** A dialog with one form. An error is shown inside, by its code: a toast would be covered by the dialog. */
export function FormDialog(props: FormDialogProps) {
  const { t } = useTranslation(['shell', 'messages']);
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={props.title}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={props.onClose}>{props.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant={props.isDangerous ? 'danger' : 'primary'}
            aria-busy={props.isRunning}
          >
            {props.isRunning ? props.doing : props.action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSubmit();
        }}
      >
        {props.children}
        {props.errorCode === undefined ? null : (
          <p role="alert" className="rounded-md bg-danger-soft px-4 py-2.5 text-sm text-danger-text">
            {t(`messages:error.${props.errorCode}`, { defaultValue: t('messages:error.internal_error') })}
          </p>
        )}
      </form>
    </Dialog>
  );
}
