import { noteVerdict, rampBreakers, recordKindCheck } from '@atelier/db';
import type { Realtime } from '@atelier/realtime';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../plugins/metrics.ts';
import { auditEvents } from '../../testing/audit-events.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';

const token = 'a-token-for-the-metrics';
const api = await startTestApi({ settings: { METRICS_TOKEN: token } });
afterAll(() => api.close());

const [visitor, user] = [api.browser(), await api.user()];
const operator = await api.user({ email: 'Ops@Atelier.test' });
const notFound = refusal('not_found', 'Not found');

describe('metrics', () => {
  it('do not exist for visitors and users', async () => {
    for (const browser of [visitor, user]) {
      const reply = await browser.get('/metrics');
      expect([reply.status, reply.body]).toEqual([404, notFound]);
    }
  });

  it('are shown to operators and to programs with the token', async () => {
    await user.post('/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt: 'x' });
    const replies = [
      await operator.get('/metrics'),
      await visitor.get('/metrics', { authorization: `Bearer ${token}` }),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(reply.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(reply.body).toContain('atelier_queue_jobs{queue="dispatch-generation",state="waiting"} 1');
      expect(reply.body).toMatch(/^atelier_sockets 0$/m);
      expect(reply.body).toMatch(/^process_resident_memory_bytes \d/m);
      expect(reply.body).toContain('atelier_generations_running{kind="text-to-video",stage="reserved"} 1');
      expect(reply.body).toMatch(/^atelier_oldest_hold_seconds\{kind="text-to-video",stage="reserved"\} \d/m);
      expect(reply.body).toMatch(/^atelier_line_waiting 0$/m);
      expect(reply.body).toMatch(/^atelier_lines_stalled 0$/m);
      expect(reply.body).toContain('atelier_store_up{store="database"} 1');
      expect(reply.body).toMatch(/_count\{method="POST",route="\/api\/wan\/createVideo",status="200"\} 1/);
    }
  });

  it.each([
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Basic ${token}`,
    token,
  ])('are refused for "%s"', async (authorization) => {
    expect((await visitor.get('/metrics', { authorization })).status).toBe(404);
  });

  it('accept no token when none is configured', async () => {
    const closed = await startTestApi({ store: api.store });
    for (const authorization of ['Bearer undefined', 'Bearer ', ''])
      expect((await closed.browser().get('/metrics', { authorization })).status).toBe(404);
    await closed.close();
  });
});

describe('backlog metrics', () => {
  const read = async () => (await operator.get('/metrics')).body as string;

  it('count what the check of the kinds found, and how long ago it was', async () => {
    expect(await read()).toMatch(/^atelier_kind_check_oldest_seconds 0$/m);
    const finding = { field: 'seed', ours: null, theirs: null };
    const findings = [
      { ...finding, code: 'field_gone' as const },
      { ...finding, code: 'field_required' as const },
    ];
    const { pool } = api.deps.db;
    await recordKindCheck(pool, { kind: 'vace', endpoint: 'fal-ai/wan-vace', findings });
    await pool.query(`update kind_check set checked_at = now() - interval '1 hour'`);
    expect(await read()).toMatch(/^atelier_kind_findings 2$/m);
    expect(await read()).toMatch(/^atelier_kind_check_oldest_seconds 36\d\d(\.|$)/m);
  });

  it('say which part of the provider takes no work, and forget a kind that takes it again', async () => {
    const { pool } = api.deps.db;
    expect(await read()).toMatch(/^atelier_provider_held\{subject="account",kind=""\} 0$/m);
    for (const subject of ['account', 'kind:vace'] as const)
      await noteVerdict(pool, { subject, code: 'account_locked', detail: null }, 1);
    const held = await read();
    expect(held).toMatch(/^atelier_provider_held\{subject="account",kind=""\} 1$/m);
    expect(held).toMatch(/^atelier_provider_held\{subject="provider",kind=""\} 0$/m);
    expect(held).toMatch(/^atelier_provider_held\{subject="kind",kind="vace"\} 1$/m);
    await rampBreakers(pool, ['account', 'kind:vace']);
    const resumed = await read();
    expect(resumed).toMatch(/^atelier_provider_held\{subject="account",kind=""\} 0$/m);
    expect(resumed).not.toContain('kind="vace"} 1');
  });

  it('count what does not add up between bills and prices, by code', async () => {
    const { pool } = api.deps.db;
    expect(await read()).toMatch(/^atelier_cost_findings\{code="under_rule"\} 0$/m);
    await pool.query(
      `insert into cost_finding (code, subject) values ('under_rule', 'vace'), ('under_rule', 'sd35')`,
    );
    expect(await read()).toMatch(/^atelier_cost_findings\{code="under_rule"\} 2$/m);
    await pool.query('delete from cost_finding');
    expect(await read()).toMatch(/^atelier_cost_findings\{code="under_rule"\} 0$/m);
  });

  it('count overdue generations, orphaned submissions and undelivered messages', async () => {
    const user = await api.user();
    const input = { video_generation_type: 'text-to-video', prompt: 'x' };
    const { id } = (await user.post('/api/wan/createVideo', input)).body as { id: string };
    const { pool } = api.deps.db;
    expect(await read()).toMatch(/^atelier_generations_overdue 0$/m);
    await pool.query(`update generation set deadline_at = now() - interval '2 minutes' where id = $1`, [id]);
    await pool.query(
      `insert into provider_submission (generation_id, attempt, token_hash, state, provider_request_id)
       values ($1, 7, 'x', 'orphan', 'r-1')`,
      [id],
    );
    await pool.query(
      `insert into outbox (key, topic, payload, created_at)
       values ('late', 'job', '{}', now() - interval '1 hour')`,
    );
    expect(await read()).toMatch(/^atelier_webhook_late_seconds 0$/m);
    await pool.query(
      `insert into webhook_delivery (id, generation_id, user_id, url, next_attempt_at)
       values (gen_random_uuid(), $1, $2, 'https://hooks.example/', now() - interval '1 hour')`,
      [id, user.userId],
    );
    expect(await read()).toMatch(/^atelier_erasure_late_seconds 0$/m);
    await pool.query(
      `insert into erasure (id, user_id, token, due_at)
       values (gen_random_uuid(), $1, 'token', now() - interval '1 hour')`,
      [user.userId],
    );
    expect(await read()).toMatch(/^atelier_push_late_seconds 0$/m);
    await pool.query(
      `with subscription as (
         insert into push_subscription (session_id, user_id, endpoint, p256dh, auth, application_key, language)
         select public_id, user_id, 'https://push.example/', 'x', 'x', 'x', 'en' from user_session where user_id = $2
         returning session_id
       )
       insert into push_message (generation_id, session_id, next_attempt_at)
       select $1, session_id, now() - interval '1 hour' from subscription`,
      [id, user.userId],
    );
    expect(await read()).toMatch(/^atelier_mail_oldest_seconds 0$/m);
    await pool.query(
      `insert into mail (kind, generation_id, language, decision, created_at)
       values ('work_decision', $1, 'en', 'kept', now() - interval '1 hour')`,
      [id],
    );
    const text = await read();
    expect(Number(/^atelier_mail_oldest_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThan(3_500);
    expect(Number(/^atelier_push_late_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThan(3_500);
    expect(Number(/^atelier_erasure_late_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThan(3_500);
    expect(Number(/^atelier_webhook_late_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThan(3_500);
    expect(text).toMatch(/^atelier_generations_overdue 1$/m);
    expect(text).toMatch(/^atelier_orphaned_submissions 1$/m);
    expect(text).toMatch(/^atelier_outbox_messages [1-9]/m);
    expect(Number(/^atelier_outbox_oldest_seconds (.+)$/m.exec(text)?.[1])).toBeGreaterThan(3_500);
  });

  it('differ from those of a store that does not answer', async () => {
    const fail = () => {
      throw new Error('gone');
    };
    const queue = { ...api.deps.queue, queue: fail };
    const realtime = { connectedCount: () => 3 } as unknown as Realtime;
    const store = { ...api.deps.store, check: fail };
    const text = await createMetrics({ ...api.deps, queue, store, realtime }).read();
    expect(text).toContain('atelier_store_up{store="queue"} 0');
    expect(text).toContain('atelier_store_up{store="storage"} 0');
    expect(text).toContain('atelier_store_up{store="database"} 1');
    expect(text).toMatch(/^atelier_clock_skew_seconds /m);
    expect(text).toMatch(/^atelier_sockets 3$/m);
  });
});

describe('the queue board', () => {
  it.each([
    '/ops/queues',
    '/ops/queues/',
    '/ops/queues/api/queues',
    '/ops/queues/static/js/main.js',
    '/ops/queues/queue/dispatch-generation',
  ])('does not exist for visitors and users: %s', async (path) => {
    for (const browser of [visitor, user]) {
      const reply = await browser.get(path);
      expect([reply.status, reply.body]).toEqual([404, notFound]);
    }
  });

  it('shows an operator every queue', async () => {
    const page = await operator.get('/ops/queues');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    // Its policy would refuse them, and the browser's console would show an error.
    expect(page.body).not.toMatch(/(href|src)="https:/);
    const { queues } = (await operator.get('/ops/queues/api/queues')).body as { queues: { name: string }[] };
    expect(queues.map(({ name }) => name)).toEqual([
      'dispatch-generation',
      'watch-generation',
      'finish-generation',
      'deliver-webhook',
      'send-push',
      'send-mail',
      'sweep',
      'delete-files',
      'erase-accounts',
      'prepare-take-out',
      'render-cut',
      'archive-generations',
      'checkpoint-ledger',
      'compare-storage',
      'reconcile-ledger',
      'check-kinds',
      'reconcile-costs',
    ]);
  });

  it('is read-only and refuses requests from other sites', async () => {
    const path = '/ops/queues/api/queues/dispatch-generation/pause';
    const own = await operator.request(path, { method: 'PUT' });
    expect(own.status).toBe(405);
    const foreign = await operator.request(path, { method: 'PUT', origin: 'https://evil.test' });
    expect([foreign.status, foreign.body]).toEqual([403, expect.objectContaining({ code: 'bad_origin' })]);
    expect(await api.deps.queue.queue('dispatch-generation').isPaused()).toBe(false);
  });
});

it('the audit log counts users who request an operator’s page', async () => {
  const curious = await api.user();
  for (const path of ['/metrics', '/metrics', '/ops/queues/api/queues']) await curious.get(path);
  expect(await auditEvents(api, { name: 'operator_page_refused', userId: curious.userId })).toMatchObject([
    { actor: 'user', occurrences: 2, details: { method: 'GET', route: '/metrics' } },
    { occurrences: 1, details: { route: '/ops/queues/api/queues' } },
  ]);
});

describe('probes', () => {
  it('find the process alive and ready', async () => {
    expect((await visitor.get('/healthz')).body).toEqual({ status: 'ok' });
    const ready = await visitor.get('/readyz');
    expect([ready.status, ready.body]).toEqual([
      200,
      { status: 'ready', database: true, queue: true, storage: true, content_credentials: 'off' },
    ]);
  });

  it('check the stores once for any number of callers at the same time', async () => {
    const flooded = await startTestApi({ store: api.store });
    const ping = vi.spyOn(flooded.deps.queue, 'ping');
    const replies = await Promise.all(Array.from({ length: 50 }, () => flooded.browser().get('/readyz')));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(ping).toHaveBeenCalledTimes(1);
    await flooded.close();
  });

  it('report which part is unavailable', async () => {
    const broken = await startTestApi({
      store: api.store,
      replace: ({ store }) => ({ store: { ...store, check: () => Promise.reject(new Error('read-only')) } }),
    });
    const reply = await broken.browser().get('/readyz');
    expect([reply.status, reply.body]).toEqual([
      503,
      { status: 'unavailable', database: true, queue: true, storage: false, content_credentials: 'off' },
    ]);
    expect((await broken.browser().get('/healthz')).status).toBe(200);
    await broken.close();
  });
});
