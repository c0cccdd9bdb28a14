import type { PickStatisticsReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { modelName } from '#product/generation/model-name.ts';
import { getLibraryType } from '#product/media-facts.build.ts';
import { usePickStatistics } from './batch-data.ts';

/** Least number of choices of which a share is meaningful. */
const telling = 10;

/** Table of how often each model wins in the user's own choices, and what a picked result costs. */
export function PickStatistics() {
  const { t } = useTranslation('batches');
  const { data: models = [] } = usePickStatistics();
  if (models.length === 0) return null;
  const few = models.some(({ compared }) => compared < telling);
  return (
    <section aria-labelledby="picks-title" className="mb-7 rounded-lg border border-line bg-surface p-4">
      <h2 id="picks-title" className="font-semibold">
        {t('picks.title')}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard */}
      <div tabIndex={0} className="mt-2 overflow-x-auto rounded-sm">
        <table className="w-full text-sm tabular-nums">
          <thead className="text-left text-ink-faint">
            <tr>
              {(['model', 'wins', 'perKeeper'] as const).map((name) => (
                <th key={name} scope="col" className="py-1 pr-4 font-normal">
                  {t(`picks.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {models.map((row) => (
              <ModelRow key={`${row.medium} ${row.model}`} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-2 text-xs text-ink-faint text-pretty">{t(few ? 'picks.few' : 'picks.text')}</p>
    </section>
  );
}

function ModelRow({ row }: { row: PickStatisticsReply['models'][number] }) {
  const { t, i18n } = useTranslation(['batches', 'shell']);
  const { model, medium, compared, won, credits_per_keeper: perKeeper } = row;
  return (
    <tr className="border-t border-line align-top">
      <th scope="row" className="py-1.5 pr-4 text-left font-medium">
        {modelName(model)}{' '}
        <span className="font-normal text-ink-faint">
          {t(`shell:menu.histories.${getLibraryType[medium]}`)}
        </span>
      </th>
      <td className="py-1.5 pr-4">
        {compared === 0 ? (
          <span className="text-ink-faint">{t('batches:picks.alone')}</span>
        ) : (
          <>
            <span className="whitespace-nowrap">{t('batches:picks.won', { won, of: compared })}</span>
            <span
              aria-hidden="true"
              className="mt-1 block h-1 w-full max-w-40 overflow-hidden rounded-full bg-line"
            >
              <span
                className="block h-full rounded-full bg-accent-text"
                style={{ width: `${(100 * won) / compared}%` }}
              />
            </span>
          </>
        )}
      </td>
      <td className="py-1.5 pr-4">
        {perKeeper === null
          ? t('batches:picks.never')
          : t('batches:credits', { count: perKeeper, credits: formatCredits(perKeeper, i18n.language) })}
      </td>
    </tr>
  );
}
