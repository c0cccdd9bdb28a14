import type { UserInfo } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Coins from 'lucide-react/icons/coins';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';

/** What is left, and what running jobs hold. */
export function Balance({ credits }: { credits: UserInfo['credits'] }) {
  const { t, i18n } = useTranslation('shell');
  const left = formatCredits(credits.left_credits, i18n.language);
  const held = formatCredits(credits.held_credits, i18n.language);
  const label =
    credits.held_credits > 0 ? t('balance.leftAndHeld', { left, held }) : t('balance.left', { left });
  return (
    <Link
      to="/credits"
      className="relative flex min-h-10 items-center gap-1.5 rounded-md px-2 text-sm font-medium tabular-nums hover:bg-hover"
    >
      <span className="sr-only">{label}</span>
      <Coins size={16} aria-hidden="true" className="text-ink-faint" />
      <span aria-hidden="true">{left}</span>
      {credits.held_credits > 0 ? (
        <span aria-hidden="true" className="hidden text-ink-faint sm:inline">
          {t('balance.held', { held })}
        </span>
      ) : null}
    </Link>
  );
}
