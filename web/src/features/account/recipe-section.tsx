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

async function saveRecipes(isOn: boolean): Promise<void> {
  const settings = await request('PATCH /api/user/settings', { body: { recipe_in_downloads: isOn } });
  queryClient.setQueryData(settingsQuery.queryKey, settings);
}

/** Whether the user's own downloads carry the settings that made them. */
export function RecipeSection() {
  const { t } = useTranslation('account');
  const { data } = useQuery(settingsQuery);
  const { isRunning, run } = useSingleRun(showErrorToast);
  // It moves at once, and back when it could not be saved.
  const [wanted, setWanted] = useState(false);
  const change = (isOn: boolean) =>
    void run(async () => {
      setWanted(isOn);
      await saveRecipes(isOn);
    });
  return (
    <section aria-labelledby="files-title" className="mt-10">
      <h2 id="files-title" className="flex min-h-10 items-center text-lg font-semibold">
        {t('files.title')}
      </h2>
      <div className="mt-2 max-w-2xl">
        <SwitchField
          name="recipe_in_downloads"
          label={t('files.label')}
          help={t('files.help')}
          isOn={isRunning ? wanted : (data?.recipe_in_downloads ?? false)}
          disabled={!data}
          onChange={change}
        />
      </div>
    </section>
  );
}
