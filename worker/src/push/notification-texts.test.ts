import { languages } from '@atelier/words';
import { expect, it } from 'vitest';
import { approvalTexts, batchTexts, notificationTexts } from './notification-texts.ts';

const media = ['video', 'image', 'audio', 'text'] as const;

it.each(languages)('every end has a title and a text in %s, and those of English are its own', (language) => {
  for (const medium of media)
    for (const status of ['completed', 'partial', 'failed'] as const) {
      const { title, body } = notificationTexts({ medium, status }, language);
      expect([title, body]).not.toContain('');
      if (language !== 'en') expect(title).not.toBe(notificationTexts({ medium, status }, 'en').title);
    }
});

it('an end in a language that there is not is in English', () => {
  const end = { medium: 'video', status: 'failed' } as const;
  expect(notificationTexts(end, 'de')).toEqual({ title: 'Your video failed', body: 'Nothing was charged.' });
});

it.each([
  ['en', 3, 0, '3 done.'],
  ['en', 2, 1, '2 done, 1 failed.'],
  ['zh-CN', 2, 1, '完成 2 项，失败 1 项。'],
])('the end of a batch counts what is done and what failed: %s', (language, completed, failed, body) => {
  expect(batchTexts({ completed, failed }, language).body).toBe(body);
});

it.each(languages)('the question of a program has texts in %s', (language) => {
  const { title, body } = approvalTexts(language);
  expect([title, body]).not.toContain('');
  if (language !== 'en') expect(title).not.toBe(approvalTexts('en').title);
});
