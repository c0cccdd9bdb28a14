import { pushLanguages, reportReasons } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { composeMail, type MailContent } from './compose-mail.ts';

const at = new Date('2026-03-05T23:30:00Z');
const removed: MailContent = {
  kind: 'work_decision',
  decision: 'removed',
  medium: 'image',
  madeAt: at,
  note: 'Shows <b>blood</b> & more',
  workUrl: 'https://atelier.test/creator/history/image?view=1&x="',
  termsUrl: 'https://atelier.test/terms',
};
const contents: MailContent[] = [
  { kind: 'report_address', confirmUrl: 'https://atelier.test/s/report/confirm/x?lang=en', lifeDays: 7 },
  ...(['kept', 'removed', 'restored'] as const).flatMap((decision) => [
    ...reportReasons.map((reason) => ({
      kind: 'report_decision' as const,
      decision,
      reason,
      reportedAt: at,
    })),
    ...(['video', 'image', 'audio', 'text'] as const).map((medium) => ({ ...removed, decision, medium })),
  ]),
];

describe.each(pushLanguages)('mails in %s', (language) => {
  it('say all that they have to, in both forms', () => {
    for (const content of contents) {
      const { subject, text, html } = composeMail(content, language);
      expect(`${subject}${text}${html}`).not.toMatch(/\{\w+\}|undefined|null/);
      expect(html).toContain(`<html lang="${language}">`);
      // The same sentences, as far as they need no escapes.
      for (const line of text.split('\n').filter((line) => line !== '' && !/[<&"]|^https?:|:$/.test(line)))
        expect(html).toContain(line);
    }
  });
});

describe('the mail about a removal', () => {
  it('gives the reason, escaped, and where to disagree', () => {
    const { text, html } = composeMail(removed, 'en');
    expect(text).toContain('Our reason: Shows <b>blood</b> & more');
    expect(text).toContain('your image of March 5, 2026');
    expect(text).toContain('https://atelier.test/terms');
    expect(html).toContain('Shows &lt;b&gt;blood&lt;/b&gt; &amp; more');
    expect(html).toContain('href="https://atelier.test/creator/history/image?view=1&amp;x=&quot;"');
  });

  it('is English in a language that we do not have', () => {
    for (const language of ['fr', '__proto__', ''])
      expect(composeMail(removed, language).subject).toBe('Your work was taken down');
    expect(composeMail(removed, 'zh-CN').subject).toBe('您的作品已被下架');
  });
});
