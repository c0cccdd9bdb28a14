import { AppError } from '@atelier/contract';
import { findReportState, insertReport, type ReportState } from '@atelier/db';
import type { FastifyRequest } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { reportLimit } from '../../plugins/rate-limit.ts';
import { getSharedWork } from '../shares/find-work.ts';
import { escapeHtml, type Messages, type Page, type ServerPages } from '../shares/render-page.ts';
import { hashShareToken, newShareToken } from '../shares/share-token.ts';
import { describeWork } from '../shares/work-facts.ts';
import { addressRoutes, buttonStyle, renderAddress, sendLink } from './confirm-address.ts';
import { type ReportFields, readReport, renderReportForm } from './report-form.ts';

const params = z.object({ token: z.string() });
const maxBodyBytes = 65_536;

/** The form that reports a shared page, and the page on which its sender reads what was decided. Neither needs a script. */
export function reportPageRoutes(api: Api, deps: RouteDeps, pages: ServerPages): void {
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  api.get('/s/:token/report', { schema: { hide: true, params } }, async (request, reply) => {
    const { token } = request.params;
    const words = pages.messagesFor(request);
    const { title } = describeWork(await getSharedWork(deps, token), words);
    return pages.send(request, reply, renderReportForm({ words, token, title }));
  });

  api.post('/s/:token/report', { ...reportLimit, schema: { hide: true, params } }, async (request, reply) => {
    const { token } = request.params;
    const words = pages.messagesFor(request);
    const { title } = describeWork(await getSharedWork(deps, token), words);
    const read = readReport(request.body);
    if (!read.ok) return pages.send(request, reply, renderReportForm({ words, token, title, ...read }));
    // A program that fills in the hidden field is thanked like everyone else.
    const statusToken =
      read.report.website === ''
        ? await keep(deps, request, { token, report: read.report, language: words.language })
        : undefined;
    if (statusToken) return reply.redirect(`/s/report/${statusToken}?lang=${words.language}`, 303);
    return pages.send(request, reply, renderThanks(words));
  });

  api.get('/s/report/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const hash = hashShareToken(request.params.token);
    const state = hash && (await findReportState(deps.db.pool, hash));
    if (!state) throw new AppError('not_found');
    return pages.send(
      request,
      reply,
      renderState(deps, request, { state, words: pages.messagesFor(request) }),
    );
  });
  if (deps.mailLinks) addressRoutes(api, deps, pages);
}

/** Returns the token of the report's own page; undefined when it was only counted. Throws not_found. */
async function keep(
  deps: RouteDeps,
  request: Parameters<typeof describeActor>[0],
  { token, language, report }: { token: string; language: string; report: ReportFields },
): Promise<string | undefined> {
  const { reason, details, signature, email } = report;
  const statusToken = newShareToken();
  const [tokenHash, statusHash] = [hashShareToken(token), hashShareToken(statusToken)];
  if (!tokenHash || !statusHash) throw new AppError('not_found');
  const id = uuidv7();
  const reported = await insertReport(deps.db, {
    id,
    tokenHash,
    statusHash,
    reason,
    details,
    language,
    signature: signature || null,
    email: email || null,
  });
  if (!reported) throw new AppError('not_found');
  if (!reported.is_kept) return undefined;
  deps.log.warn({ reportId: id, generationId: reported.generation_id, reason }, 'a shared page was reported');
  const about = { report_id: id, generation_id: reported.generation_id, reason };
  // The account is left out: the log of a user's own security events is theirs to read, and names no reporter.
  await deps.audit.record({ name: 'share_reported', ...describeActor(request), details: about });
  if (email) await sendLink(deps, { id, generationId: reported.generation_id, email });
  return statusToken;
}

function renderThanks(words: Messages): Page {
  const translate = (key: string) => escapeHtml(words.translate(`report.${key}`));
  return {
    words,
    title: words.translate('report.thanks'),
    main: `<div class="narrow"><h1>${translate('thanks')}</h1><p class="soft">${translate('known')}</p></div>`,
  };
}

function renderState(
  deps: RouteDeps,
  request: FastifyRequest,
  { state, words }: { state: ReportState; words: Messages },
): Page {
  const { reason, created_at, due_at, decision, decided_at, is_hidden } = state;
  const moment = new Intl.DateTimeFormat(words.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const time = (date: Date) =>
    `<time datetime="${date.toISOString()}">${escapeHtml(`${moment.format(date)} UTC`)}</time>`;
  const translate = (key: string) => escapeHtml(words.translate(`report.${key}`));
  const outcome = decision ?? (is_hidden ? 'hidden' : 'open');
  const rows = [
    [translate('reason'), translate(`reasons.${reason}`)],
    [translate('received'), time(created_at)],
    decided_at ? [translate('decided'), time(decided_at)] : [translate('due'), time(due_at)],
  ];
  return {
    words,
    title: words.translate('report.state'),
    main: `<div class="narrow stack"><h1>${translate(`outcomes.${outcome}.title`)}</h1><p>${translate(`outcomes.${outcome}.text`)}</p>
<dl>${rows.map(([label, value]) => `<div><dt>${label}</dt><dd>${value}</dd></div>`).join('')}</dl>
${deps.mailLinks ? renderAddress(request, state, words) : ''}<p class="small-text soft">${translate('keep')}</p></div>`,
    style: buttonStyle,
  };
}
