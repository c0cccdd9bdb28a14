import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import type { Pair } from '../compare/pair-letter.tsx';
import { useParameterFacts } from './generation-facts.ts';

/** The settings of two generations beside each other; those that differ are marked, and come first. */
export function Differences({ pair }: { pair: Pair }) {
  const { t } = useTranslation(['viewer', 'history']);
  const [a, b] = [useAllFacts(pair[0]), useAllFacts(pair[1])];
  const labels = [...new Set([...a.keys(), ...b.keys()])];
  const rows = labels
    .map((label) => ({ label, values: [a.get(label) ?? '', b.get(label) ?? ''] as const }))
    .map((row) => ({ ...row, isDifferent: row.values[0] !== row.values[1] }))
    .sort((one, other) => Number(other.isDifferent) - Number(one.isDifferent));
  const count = rows.filter(({ isDifferent }) => isDifferent).length;
  return (
    <>
      <p role="status" className="text-sm text-ink-soft">
        {t('viewer:compare.differing', { count })}
      </p>
      <table className="w-full text-sm" style={{ tableLayout: 'fixed' }}>
        <thead className="text-left text-ink-faint">
          <tr>
            <th scope="col" className="py-1 pr-2 font-normal">
              <span className="sr-only">{t('viewer:compare.setting')}</span>
            </th>
            <th scope="col" className="py-1 pr-2 font-semibold text-ink">
              A
            </th>
            <th scope="col" className="py-1 font-semibold text-ink">
              B
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values, isDifferent }) => (
            <tr
              key={label}
              data-different={isDifferent}
              className={classNames('align-top', isDifferent && 'bg-warn-soft')}
            >
              <th scope="row" className="px-1.5 py-1 text-left font-normal text-ink-faint">
                {label}
                {isDifferent ? <span className="sr-only"> {t('viewer:compare.differs')}</span> : null}
              </th>
              {values.map((value, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second of the pair
                  key={index}
                  dir="auto"
                  className={classNames(
                    'px-1.5 py-1 wrap-anywhere',
                    isDifferent ? 'text-ink' : 'text-ink-soft',
                  )}
                >
                  {value || '—'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Returns all facts by label: the prompts and every parameter, of which one may be the prompt under another name. */
function useAllFacts(generation: Pair[0]): Map<string, string> {
  const { t } = useTranslation('history');
  const parameters = useParameterFacts(generation);
  const prompts = [
    { label: t('details.prompt'), value: generation.prompt },
    { label: t('details.negativePrompt'), value: generation.negative_prompt },
  ].filter(({ value }) => value !== '' && !parameters.some((fact) => fact.value === value));
  return new Map([...prompts, ...parameters].map(({ label, value }) => [label, value]));
}
