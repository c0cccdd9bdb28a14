export { composeMail, type MailContent } from './compose-mail.ts';
export { createMailer, type Mailer, type MailOutcome } from './create-mailer.ts';
export { createMailLinks, linkLifeDays, type MailLinks } from './mail-links.ts';
