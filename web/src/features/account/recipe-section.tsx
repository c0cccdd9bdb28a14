import type { UserSettings } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { queryClient } from '#lib/query-client.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { SwitchField } from '#ui/switch-field.tsx';

const settingsQuery = {
  queryKey: ['account', 'settings'],
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<UserSettings> =>
    request('GET /api/user/settings', { signal }),
};

const switches = ['recipe_in_downloads', 'recipe_in_shared_files'] as const;
type Name = (typeof switches)[number];

async function save(name: Name, isOn: boolean): Promise<void> {
  const settings = await request('PATCH /api/user/settings', { body: { [name]: isOn } });
  queryClient.setQueryData(settingsQuery.queryKey, settings);
}

/** Whether the user's own downloads, and those from the user's shared pages, carry the settings that made them. */
export function RecipeSection() {
  const { t } = useTranslation('account');
  return (
    <section aria-labelledby="files-title" className="mt-10">
      <h2 id="files-title" className="scroll-mt-20 flex min-h-10 items-center text-lg font-semibold">
        {t('files.title')}
      </h2>
      <div className="mt-2 grid gap-3">
        {switches.map((name) => (
          <RecipeSwitch key={name} name={name} />
        ))}
      </div>
    </section>
  );
}

function RecipeSwitch({ name }: { name: Name }) {
  const { t } = useTranslation('account');
  const { data } = useQuery(settingsQuery);
  const { isRunning, run } = useSingleRun(showErrorToast);
  // It moves at once, and back when it could not be saved.
  const [wanted, setWanted] = useState(false);
  const change = (isOn: boolean) =>
    void run(async () => {
      setWanted(isOn);
      await save(name, isOn);
    });
  return (
    <SwitchField
      name={name}
      label={t(`files.${name}.label`)}
      help={t(`files.${name}.help`)}
      isOn={isRunning ? wanted : (data?.[name] ?? false)}
      disabled={!data}
      onChange={change}
    />
  );
}
