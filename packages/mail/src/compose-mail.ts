import type { PublicGeneration, ReportReason } from '@atelier/contract';
import { fillWords as fill, knownLanguage, readServerWords } from '@atelier/words';

type Texts = { subject: string; text: string };
type MailWords = {
  reportAddress: Texts & { action: string; ignore: string };
  reportDecision: Readonly<Record<'kept' | 'removed' | 'restored', Texts>>;
  reported: string;
  workDecision: Readonly<Record<'kept' | 'removed' | 'restored', Texts>>;
  note: string;
  open: string;
  contest: string;
  noReply: string;
  works: Readonly<Record<PublicGeneration['medium'], string>>;
  reasons: Readonly<Record<ReportReason, string>>;
};
const wordsIn = readServerWords<MailWords>('mail');

type Decision = keyof MailWords['reportDecision'];

export type MailContent =
  | { kind: 'report_address'; confirmUrl: string; lifeDays: number }
  | { kind: 'report_decision'; decision: Decision; reason: ReportReason; reportedAt: Date }
  | {
      kind: 'work_decision';
      decision: Decision;
      medium: keyof MailWords['works'];
      madeAt: Date;
      /** The operator's own words. */
      note: string;
      workUrl: string;
      termsUrl: string;
    };

type Part = string | { label: string; url: string };
type Composed = { subject: string; text: string; html: string };

/** A mail as plain text and as simple HTML that says the same. Any unknown language is English. */
export function composeMail(content: MailContent, language: string): Composed {
  const tag = knownLanguage(language);
  const words = wordsIn(tag);
  const { subject, parts } = listParts(content, words, tag);
  const all = [...parts, words.noReply];
  return { subject, text: `${all.map(toPlain).join('\n\n')}\n`, html: renderHtml(subject, all, tag) };
}

function listParts(
  content: MailContent,
  words: MailWords,
  language: string,
): { subject: string; parts: Part[] } {
  const formatDate = (date: Date) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  switch (content.kind) {
    case 'report_address': {
      const { subject, text, action, ignore } = words.reportAddress;
      const link = { label: action, url: content.confirmUrl };
      return { subject, parts: [fill(text, { days: String(content.lifeDays) }), link, ignore] };
    }
    case 'report_decision': {
      const { subject, text } = words.reportDecision[content.decision];
      const date = formatDate(content.reportedAt);
      return {
        subject,
        parts: [text, fill(words.reported, { date, reason: words.reasons[content.reason] })],
      };
    }
    case 'work_decision': {
      const { subject, text } = words.workDecision[content.decision];
      const work = fill(words.works[content.medium], { date: formatDate(content.madeAt) });
      const parts = [
        fill(text, { work }),
        ...(content.decision === 'removed' ? [fill(words.note, { note: content.note })] : []),
        { label: words.open, url: content.workUrl },
        ...(content.decision === 'removed' ? [fill(words.contest, { terms: content.termsUrl })] : []),
      ];
      return { subject, parts };
    }
  }
}

function toPlain(part: Part): string {
  return typeof part === 'string' ? part : `${part.label}:\n${part.url}`;
}

/** No style sheet and no image: it reads the same everywhere, in dark and light, and loads nothing. */
function renderHtml(subject: string, parts: readonly Part[], language: string): string {
  const paragraphs = parts.map((part) =>
    typeof part === 'string'
      ? `<p dir="auto">${escapeHtml(part).replaceAll('\n', '<br>')}</p>`
      : `<p><a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title></head><body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em">${paragraphs.join('')}</body></html>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
