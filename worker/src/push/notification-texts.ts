import type { PushLanguage, PushPayload } from '@atelier/contract';
import type { BatchEnd } from '@atelier/db';

type Medium = PushPayload['medium'];
type Words = {
  done: Readonly<Record<Medium, string>>;
  failed: Readonly<Record<Medium, string>>;
  partial: string;
  open: string;
  notCharged: string;
  batch: string;
  counts: (completed: number, failed: number) => string;
};

const words: Readonly<Record<PushLanguage, Words>> = {
  en: {
    done: {
      video: 'Your video is ready',
      image: 'Your image is ready',
      audio: 'Your sound is ready',
      text: 'Your answer is ready',
    },
    failed: {
      video: 'Your video failed',
      image: 'Your image failed',
      audio: 'Your sound failed',
      text: 'Your answer failed',
    },
    partial: 'Your images are partly done',
    open: 'Open it in Atelier.',
    notCharged: 'Nothing was charged.',
    batch: 'Your batch has ended',
    counts: (completed, failed) => `${completed} done${failed > 0 ? `, ${failed} failed` : ''}.`,
  },
  'zh-CN': {
    done: { video: '视频已生成', image: '图片已生成', audio: '音频已生成', text: '回答已生成' },
    failed: { video: '视频生成失败', image: '图片生成失败', audio: '音频生成失败', text: '回答生成失败' },
    partial: '图片已部分完成',
    open: '在 Atelier 中查看。',
    notCharged: '未扣积分。',
    batch: '您的批次已结束',
    counts: (completed, failed) => `完成 ${completed} 项${failed > 0 ? `，失败 ${failed} 项` : ''}。`,
  },
};

/**
 * What a notification says. Not the prompt: it may lie open on a locked phone, in front of others
 * (docs/adr/0018-web-push.md).
 */
export function notificationTexts(
  { medium, status }: Pick<PushPayload, 'medium' | 'status'>,
  language: string,
): Pick<PushPayload, 'title' | 'body'> {
  const texts = textsOf(language);
  if (status === 'failed') return { title: texts.failed[medium], body: texts.notCharged };
  return { title: status === 'partial' ? texts.partial : texts.done[medium], body: texts.open };
}

/** Of a batch as a whole. Not its name, for the same reason. */
export function batchTexts(
  { completed, failed }: Pick<BatchEnd, 'completed' | 'failed'>,
  language: string,
): Pick<PushPayload, 'title' | 'body'> {
  const { batch, counts } = textsOf(language);
  return { title: batch, body: counts(completed, failed) };
}

function textsOf(language: string): Words {
  return words[language === 'zh-CN' ? 'zh-CN' : 'en'];
}
