import { describe, expect, it } from 'vitest';
import { readers } from './testing/readers.ts';

const MAIL_FROM = 'Atelier <no-reply@atelier.example>';
const SMTP_URL = 'smtps://no-reply:p%40ss@mail.example:465';

describe.each(readers)('mail of the $name', ({ read }) => {
  it('is off without a mail server', () => {
    expect(read({}).SMTP_URL).toBeUndefined();
  });

  it.each([SMTP_URL, 'smtp://mail.example', 'smtp://a:b@[::1]:2525/', 'SMTPS://a:b@mail.example'])(
    'goes through %s',
    (url) => expect(read({ SMTP_URL: url, MAIL_FROM })).toMatchObject({ SMTP_URL: url, MAIL_FROM }),
  );

  it.each([
    'mail.example:587',
    'https://a:hunter2@mail.example',
    'smtps://:hunter2@mail.example',
    'smtps://hunter2@mail.example',
    'smtps://a:hunter2%@mail.example',
    'smtps://a:hunter2@mail.example/?tls.rejectUnauthorized=false',
    'smtps://a:hunter2@mail.example/box',
  ])('refuses %s, without repeating it', (url) => {
    const reading = () => read({ SMTP_URL: url, MAIL_FROM });
    expect(reading).toThrow(/SMTP_URL: must be/);
    expect(reading).not.toThrow(/hunter2|mail\.example/);
  });

  it.each(['no-reply', 'a@b, c@d', 'Atelier no-reply@a.example', 'A\r\nBcc: <x@y.example>', '<@a.example>'])(
    'refuses the sender %j',
    (from) => expect(() => read({ SMTP_URL, MAIL_FROM: from })).toThrow(/MAIL_FROM: must be an address/),
  );

  it('needs a server and a sender', () => {
    const half = 'SMTP_URL: needs SMTP_URL and MAIL_FROM together';
    expect(() => read({ SMTP_URL })).toThrow(half);
    expect(() => read({ MAIL_FROM })).toThrow(half);
  });
});
