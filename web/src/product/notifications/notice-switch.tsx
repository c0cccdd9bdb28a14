import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSingleRun } from '#lib/use-single-run.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { SwitchField } from '#ui/switch-field.tsx';
import { useEndNotices } from './end-notices.ts';

type NoticeSwitchProps = { onChanged?: () => void };

/** Notifications of the system in this browser when a generation ends. Needs the messages of `tray`. */
export function NoticeSwitch({ onChanged }: NoticeSwitchProps) {
  const { t } = useTranslation('tray');
  const { state, choose } = useEndNotices();
  const { isRunning, run } = useSingleRun(showErrorToast);
  // It moves at once, and back when it could not be done.
  const [wanted, setWanted] = useState(false);
  const isOn = state === 'push' || state === 'page';
  const change = (isWanted: boolean) =>
    void run(async () => {
      setWanted(isWanted);
      await choose(isWanted);
      onChanged?.();
    });
  return (
    <SwitchField
      name="notify"
      label={t('notify.label')}
      help={t(`notify.${state}`)}
      isOn={isRunning ? wanted : isOn}
      disabled={!isOn && state !== 'off'}
      onChange={change}
    />
  );
}
