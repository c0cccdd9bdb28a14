import { AppError } from '@atelier/contract';
import {
  confirmReportAddress,
  findReportState,
  insertAddressMail,
  inTransaction,
  maxAddressMailsPerDay,
  type ReportState,
} from '@atelier/db';
import { enqueueMails } from '@atelier/generations';
import { linkLifeDays } from '@atelier/mail';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { describeActor } from '../../plugins/describe-actor.ts';
import { reportLimit } from '../../plugins/rate-limit.ts';
import { escapeHtml, type Messages, type Page, type ServerPages } from '../shares/render-page.ts';
import { hashShareToken } from '../shares/share-token.ts';

const params = z.object({ token: z.string() });

type Addressed = { id: string; generationId: string; email: string };

/**
 * Has a link sent by which the reporter confirms their address. Returns false when that address was written to often
 * enough today, or mail is off.
 */
export async function sendLink(deps: RouteDeps, { id, generationId, email }: Addressed): Promise<boolean> {
  if (!deps.mailLinks) return false;
  const addressHash = await deps.mailLinks.addressHash(email);
  const mailId = await insertAddressMail(deps.db, { reportId: id, addressHash });
  if (mailId) await enqueueMails(deps, generationId, [mailId]);
  return mailId !== undefined;
}

/** Confirming an address, and having the link sent again. Only a POST confirms: mail servers open the links of mails. */
export function addressRoutes(api: Api, deps: RouteDeps, pages: ServerPages): void {
  api.get('/s/report/confirm/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const words = pages.messagesFor(request);
    const link = await readLink(deps, request.params.token);
    const page = link.ok ? renderQuestion(words, request.params.token) : renderExpired(words);
    return pages.send(request, reply, page);
  });

  api.post('/s/report/confirm/:token', { schema: { hide: true, params } }, async (request, reply) => {
    const words = pages.messagesFor(request);
    const link = await readLink(deps, request.params.token);
    if (!link.ok) return pages.send(request, reply, renderExpired(words));
    await confirm(deps, request, link.reportId);
    return pages.send(request, reply, renderText(words, 'confirmed'));
  });

  api.post(
    '/s/report/:token/mail',
    { ...reportLimit, schema: { hide: true, params } },
    async (request, reply) => {
      const { token } = request.params;
      const hash = hashShareToken(token);
      const state = hash && (await findReportState(deps.db.pool, hash));
      if (!state?.email) throw new AppError('not_found');
      const { id, email, generation_id: generationId } = state;
      const isSent = await sendLink(deps, { id, generationId, email });
      const { language } = pages.messagesFor(request);
      return reply.redirect(`/s/report/${token}?lang=${language}&mail=${isSent ? 'sent' : 'limit'}`, 303);
    },
  );
}

/** A forged one is not found, like any other address that does not exist. */
async function readLink(deps: RouteDeps, token: string) {
  const link = await deps.mailLinks?.readConfirmation(token);
  if (!link || (!link.ok && link.reason === 'invalid')) throw new AppError('not_found');
  return link;
}

/** Pressing it twice changes nothing. */
async function confirm(deps: RouteDeps, request: FastifyRequest, reportId: string): Promise<void> {
  const confirmed = await inTransaction(deps.db, async (on) => {
    const row = await confirmReportAddress(on, reportId);
    const details = { report_id: reportId, generation_id: row?.generationId };
    // Leaves out the account: the log of its own events is its owner's to read, and names no reporter.
    if (row)
      await deps.audit.record(
        { name: 'report_address_confirmed', ...describeActor(request), userId: null, details },
        on,
      );
    return row;
  });
  if (confirmed?.mailId) await enqueueMails(deps, confirmed.generationId, [confirmed.mailId]);
}

/** Renders the address part of a report's page: whether the decision is mailed, and how to confirm the address. */
export function renderAddress(request: FastifyRequest, state: ReportState, words: Messages): string {
  if (!state.email) return '';
  const translate = (key: string) =>
    escapeHtml(words.translate(`report.address.${key}`, { days: linkLifeDays, max: maxAddressMailsPerDay }));
  if (state.confirmed_at) return `<p>${translate('isConfirmed')}</p>\n`;
  const { link_state: link } = state;
  const text = link === null ? 'noLink' : link === 'given_up' ? 'unreached' : 'unconfirmed';
  const { mail } = request.query as { mail?: unknown };
  const outcome = mail === 'sent' || mail === 'limit' ? `<p role="status">${translate(mail)}</p>` : '';
  const { token } = request.params as { token: string };
  return `<form method="post" action="/s/report/${token}/mail?lang=${words.language}" class="stack"><p>${translate(text)}</p>${outcome}<p><button class="button" type="submit">${translate(link === null ? 'send' : 'again')}</button></p></form>\n`;
}

function renderQuestion(words: Messages, token: string): Page {
  const translate = (key: string) => escapeHtml(words.translate(`report.address.${key}`));
  return {
    words,
    title: words.translate('report.address.question.title'),
    main: `<div class="narrow stack"><h1>${translate('question.title')}</h1><p>${translate('question.text')}</p>
<form method="post" action="/s/report/confirm/${token}?lang=${words.language}"><button class="button" type="submit">${translate('question.action')}</button></form></div>`,
    style: buttonStyle,
  };
}

function renderExpired(words: Messages): Page {
  return { ...renderText(words, 'expired'), status: 410 };
}

function renderText(words: Messages, key: 'confirmed' | 'expired'): Page {
  const translate = (part: string) => words.translate(`report.address.${key}.${part}`);
  return {
    words,
    title: translate('title'),
    main: `<div class="narrow stack"><h1>${escapeHtml(translate('title'))}</h1><p>${escapeHtml(translate('text'))}</p></div>`,
  };
}

export const buttonStyle = 'button.button{cursor:pointer;border:0;font:inherit;font-weight:600}';
