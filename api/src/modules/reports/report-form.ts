import {
  emailAddress,
  formalReportReasons,
  maxReportDetails,
  maxReportSignature,
  reportReasons,
} from '@atelier/contract';
import * as z from 'zod/mini';
import { escapeHtml, type Messages, type Page } from '../shares/render-page.ts';

const text = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '');

/** Fields of the form. `website` is hidden from users, to detect programs that fill in every field. */
const fields = z.object({
  reason: z.enum(reportReasons),
  details: text(maxReportDetails),
  signature: text(maxReportSignature),
  email: text(320),
  statement: z._default(z.enum(['', 'yes']), ''),
  website: text(200),
});

export type ReportFields = z.infer<typeof fields>;
/** The field, and the key of what is wrong with it. */
export type FieldProblem = { field: keyof ReportFields; key: string };
export type ReadReport =
  | { ok: true; report: ReportFields }
  | { ok: false; problems: FieldProblem[]; sent: SentFields };
type SentFields = Partial<Record<keyof ReportFields, string>>;

/** Reads a sent form. A notice about intimate images or copyright needs what the law asks for. */
export function readReport(body: unknown): ReadReport {
  const sent = readTexts(body);
  const read = fields.safeParse(sent);
  if (!read.success) {
    const named = read.error.issues.map(({ path }) => String(path[0]) as keyof ReportFields);
    const problems = [...new Set(named)].map((field) => ({
      field,
      key: field === 'reason' ? 'reason' : 'tooLong',
    }));
    return { ok: false, problems, sent };
  }
  const report = read.data;
  const isFormal = formalReportReasons.includes(report.reason);
  const problems: FieldProblem[] = [
    ...(report.email !== '' && !emailAddress.safeParse(report.email).success
      ? [{ field: 'email' as const, key: 'email' }]
      : []),
    ...(isFormal && report.email === '' ? [{ field: 'email' as const, key: 'contact' }] : []),
    ...(isFormal && report.signature === '' ? [{ field: 'signature' as const, key: 'signature' }] : []),
    ...(report.statement === '' ? [{ field: 'statement' as const, key: 'statement' }] : []),
    ...((report.reason === 'copyright' || report.reason === 'other') && report.details === ''
      ? [{ field: 'details' as const, key: 'details' }]
      : []),
  ];
  return problems.length > 0 ? { ok: false, problems, sent } : { ok: true, report };
}

/** The fields of a form as PostgreSQL takes them. */
function readTexts(body: unknown): SentFields {
  if (typeof body !== 'object' || body === null) return {};
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(
    texts.map(([name, value]) => [name, value.toWellFormed().replaceAll('\u0000', '')]),
  );
}

type Shown = {
  words: Messages;
  token: string;
  title: string;
  problems?: readonly FieldProblem[];
  sent?: SentFields;
};

export function renderReportForm({ words, token, title, problems = [], sent = {} }: Shown): Page {
  const translate = (key: string) => escapeHtml(words.translate(`report.${key}`));
  const findProblemText = (field: keyof ReportFields) => problems.find((problem) => problem.field === field);
  const problem = (field: keyof ReportFields) => {
    const found = findProblemText(field);
    return found ? `<p class="problem" id="${field}-problem">${translate(`problems.${found.key}`)}</p>` : '';
  };
  const described = (field: keyof ReportFields, hint: string) =>
    `aria-describedby="${findProblemText(field) ? `${field}-problem ` : ''}${hint}"${findProblemText(field) ? ' aria-invalid="true"' : ''}`;
  const reasons = reportReasons.map(
    (reason) =>
      `<label class="choice"><input type="radio" name="reason" value="${reason}" required${sent.reason === reason ? ' checked' : ''}><span>${translate(`reasons.${reason}`)}</span></label>`,
  );
  const main = `<div class="narrow"><h1>${translate('title')}</h1>
<p class="soft" dir="auto">${escapeHtml(words.translate('report.about', { title }))}</p>
${problems.length > 0 ? `<p class="problem" role="alert">${translate('problems.any')}</p>` : ''}
<form method="post" action="/s/${token}/report?lang=${words.language}">
<fieldset><legend>${translate('reason')}</legend>${problem('reason')}${reasons.join('')}</fieldset>
<label for="details">${translate('details')}</label><p class="small-text soft" id="details-hint">${translate('detailsHint')}</p>${problem('details')}
<textarea id="details" name="details" rows="5" maxlength="${maxReportDetails}" dir="auto" ${described('details', 'details-hint')}>${escapeHtml(sent.details ?? '')}</textarea>
<label for="signature">${translate('signature')}</label><p class="small-text soft" id="signature-hint">${translate('signatureHint')}</p>${problem('signature')}
<input id="signature" name="signature" autocomplete="name" maxlength="${maxReportSignature}" dir="auto" value="${escapeHtml(sent.signature ?? '')}" ${described('signature', 'signature-hint')}>
<label for="email">${translate('email')}</label><p class="small-text soft" id="email-hint">${translate('emailHint')}</p>${problem('email')}
<input id="email" name="email" type="email" autocomplete="email" maxlength="320" value="${escapeHtml(sent.email ?? '')}" ${described('email', 'email-hint')}>
<div class="trap" aria-hidden="true"><label for="website">Website</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
${problem('statement')}<label class="choice"><input type="checkbox" name="statement" value="yes"${sent.statement === 'yes' ? ' checked' : ''} required><span>${translate('statement')}</span></label>
<p class="small-text soft">${translate('next')}</p>
<p><button class="button" type="submit">${translate('send')}</button></p>
</form></div>`;
  return {
    words,
    title: words.translate('report.title'),
    main,
    style: formStyle,
    status: problems.length > 0 ? 400 : 200,
  };
}

const formStyle = `form{display:grid;gap:.5rem}form>label{font-weight:600;margin-top:.75rem}fieldset{border:0;margin:0;padding:0;display:grid;gap:.25rem}legend{font-weight:600;padding:0;margin-bottom:.25rem}
.choice{display:flex;gap:.625rem;align-items:flex-start;min-height:2.5rem;padding:.5rem 0;font-weight:400}.choice input{width:1.125rem;height:1.125rem;margin:.1875rem 0 0;flex:none;accent-color:var(--color-accent)}
form p{margin:0}textarea,input:not([type=radio],[type=checkbox]){font:inherit;color:inherit;background:var(--color-surface);border:1px solid var(--color-line-strong);border-radius:.625rem;padding:.625rem .75rem;width:100%;box-sizing:border-box}
[aria-invalid=true]{border-color:var(--color-danger)}.problem{color:var(--color-danger-text);font-weight:600}.trap{position:absolute;left:-9999px;height:1px;overflow:hidden}button.button{cursor:pointer;border:0;font:inherit;font-weight:600}`;
