import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { useProblemWords } from './use-problem-words.ts';

/** Everything that is wrong, together (product-1 section 5). */
export function ProblemList({ problems }: { problems: readonly InputProblem[] }) {
  const { t } = useTranslation(['create', 'messages']);
  const wordsOf = useProblemWords();
  return (
    <div role="alert">
      {problems.length > 0 ? (
        <div className="mb-3 max-h-40 overflow-y-auto rounded-md bg-danger-soft px-4 py-3 text-sm">
          <p className="font-medium text-danger-text">{t('create:problems.title')}</p>
          <ul className="mt-1 list-disc pl-5">
            {problems.map((problem) => (
              <li key={`${problem.path} ${problem.code}`}>{wordsOf(problem)}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}
