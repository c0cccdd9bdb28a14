import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldQuestionMark from 'lucide-react/icons/shield-question-mark';
import ShieldX from 'lucide-react/icons/shield-x';
import { classNames } from '#ui/class-names.ts';

export type Tone = 'ok' | 'danger' | 'neutral';

const looks = {
  ok: { Icon: ShieldCheck, colour: 'text-ok-text' },
  danger: { Icon: ShieldX, colour: 'text-danger-text' },
  neutral: { Icon: ShieldQuestionMark, colour: 'text-ink-soft' },
} as const;

type OutcomeProps = { tone: Tone; title: string; text: string };

/** The answer in one sentence, and what it means. */
export function Outcome({ tone, title, text }: OutcomeProps) {
  const { Icon, colour } = looks[tone];
  return (
    <div role="status" className="mt-2">
      <p className={classNames('flex items-start gap-2 text-lg font-medium', colour)}>
        <Icon size={22} aria-hidden="true" className="mt-0.5 shrink-0" />
        {title}
      </p>
      <p className="mt-1 max-w-2xl text-ink-soft text-pretty">{text}</p>
    </div>
  );
}
