import type { PublicGeneration, Question } from '@atelier/contract';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { formatCredits } from '#lib/format.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';

type QuestionBoxProps = { generation: PublicGeneration; question: Question };

/** Question about a suspect result with its two answers. It disappears once it is answered, in any tab. */
export function QuestionBox({ generation, question }: QuestionBoxProps) {
  const { t, i18n } = useTranslation('question');
  const [isSending, setSending] = useState(false);
  const amount = { count: question.credits, credits: formatCredits(question.credits, i18n.language) };
  const answer = async (said: 'keep' | 'return') => {
    if (isSending) return;
    setSending(true);
    try {
      await request('POST /api/generations/{id}/answer', {
        params: { id: generation.id },
        body: { answer: said },
      });
      if (said === 'return') showToast(t('returned', amount), { tone: 'success' });
    } catch (error) {
      setSending(false);
      showErrorToast(error);
    }
  };
  return (
    <section aria-label={t('title')} className="mt-3 rounded-md border border-line px-4 py-3">
      <p className="flex items-start gap-2 text-sm">
        <CircleQuestionMark size={18} aria-hidden="true" className="mt-px shrink-0 text-accent-text" />
        {t('ask', { ...amount, doubt: t(question.doubt) })}
      </p>
      <div className="mt-2 ml-6.5 flex flex-wrap gap-2">
        <Button size="sm" variant="primary" aria-busy={isSending} onClick={() => void answer('keep')}>
          {t('keep')}
        </Button>
        <Button size="sm" aria-busy={isSending} onClick={() => void answer('return')}>
          {t('return', amount)}
        </Button>
      </div>
    </section>
  );
}
