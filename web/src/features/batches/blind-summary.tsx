import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { modelName } from '#product/generation/model-name.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import type { BatchSet } from './blind-order.ts';

type BlindSummaryProps = {
  sets: readonly BatchSet[];
  pickedId: (set: number) => string | undefined;
  onAgain: () => void;
  onLeave: () => void;
};

/** Summary of the picks in this batch, shown after its last set. */
export function BlindSummary({ sets, pickedId, onAgain, onLeave }: BlindSummaryProps) {
  const { t } = useTranslation('batches');
  const winners = sets.flatMap(({ set, generations }) => {
    const winner = generations.find(({ id }) => id === pickedId(set));
    return winner ? [modelName(winner.model)] : [];
  });
  const wins = [...new Set(winners)]
    .map((model) => ({ model, won: winners.filter((each) => each === model).length }))
    .sort((a, b) => b.won - a.won);
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-md flex-1 flex-col items-center gap-5 overflow-y-auto px-4 py-12 text-center">
      <p role="status" className="text-lg font-medium">
        {t('blind.done', { chosen: winners.length, of: sets.length })}
      </p>
      <ul className="grid w-full gap-2">
        {wins.map(({ model, won }) => (
          <li key={model} className="flex justify-between gap-4 rounded-md bg-raised px-3.5 py-2">
            <span className="font-medium">{model}</span>
            <span className="tabular-nums text-ink-soft">{t('picks.won', { won, of: winners.length })}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={onLeave}>
          {t('blind.leave')}
        </Button>
        <Link to="/creator/batches/{-$id}" params={{ id: undefined }} className={buttonVariants()}>
          {t('picks.title')}
        </Link>
        <Button variant="ghost" onClick={onAgain}>
          {t('blind.fromStart')}
        </Button>
      </div>
    </div>
  );
}
