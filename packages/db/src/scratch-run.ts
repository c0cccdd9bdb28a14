
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import pg from 'pg';
import { connectDb } from './connect.ts';
import { createSigner } from './testing/checkpoint-signer.ts';
import { makeCheckpoint } from './queries/checkpoints/make-checkpoint.ts';
const urls = JSON.parse(readFileSync('/tmp/ck-urls.json', 'utf8'));
const which = process.argv[2] ?? '1';
const db = connectDb({ databaseUrl: urls['app' + which], applicationName: 'x', maxConnections: 2, onError: () => undefined });
const sums = new Map<string, number>();
if (process.argv[3] === 'times') { const q = pg.Client.prototype.query as any; (pg.Client.prototype as any).query = async function (this: any, ...args: any[]) { const c0 = backend ? pgOf(backend) : 0; const r = q.apply(this, args); const t = typeof args[0] === 'string' ? args[0] : args[0]?.text; if (r?.then) { const v = await r; if (backend) sums.set(t, (sums.get(t) ?? 0) + pgOf(backend) - c0); return v; } return r; }; }
let backend = 0;
const pgOf = (p: number) => { const t = readFileSync(`/proc/${p}/stat`, 'utf8'); const f = t.slice(t.lastIndexOf(')') + 2).split(' '); return (Number(f[11]) + Number(f[12])) / 100; };
const owner = new pg.Client({ connectionString: urls['admin' + which] });
await owner.connect();
await owner.query('alter table ledger_checkpoint disable trigger user; truncate ledger_checkpoint, ledger_account, ledger_tile; alter table ledger_checkpoint enable trigger user');
await owner.query("set session_replication_role = replica; delete from ledger_entry where entry_key like 'second:%'");
await owner.query('vacuum analyze ledger_entry'); await owner.query('vacuum ledger_account');
await owner.query('checkpoint');
const pid = (await db.pool.query('select pg_backend_pid() pid')).rows[0].pid;
const statOf = (p: number) => {
  const t = readFileSync(`/proc/${p}/stat`, 'utf8');
  const f = t.slice(t.lastIndexOf(')') + 2).split(' ');
  return { ppid: Number(f[1]), own: Number(f[11]) + Number(f[12]), dead: Number(f[13]) + Number(f[14]) };
};
const master = statOf(pid).ppid;
const pgCpu = () => {
  let ticks = statOf(master).own + statOf(master).dead;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try { const s = statOf(Number(name)); if (s.ppid === master) ticks += s.own; } catch {}
  }
  return ticks / 100;
};
const measure = async (what: string, profile = false) => {
  const session = new Session();
  if (profile) { session.connect(); await session.post('Profiler.enable'); await session.post('Profiler.start'); }
  const [c0, p0, w0] = [process.cpuUsage(), pgCpu(), performance.now()];
  let worst = 0, last = performance.now();
  const timer = setInterval(() => { const n = performance.now(); worst = Math.max(worst, n - last); last = n; }, 1);
  const row = await makeCheckpoint(db, { issuer: 'https://atelier.test', sign: createSigner().sign, isDaily: false });
  clearInterval(timer);
  const c = process.cpuUsage(c0);
  console.log(what, 'accounts', row?.accounts, 'wall', ((performance.now() - w0) / 1000).toFixed(1), 'node', ((c.user + c.system) / 1e6).toFixed(2), 'pg', (pgCpu() - p0).toFixed(2), 'rss MB', Math.round(process.memoryUsage().rss / 1e6), 'longest block ms', Math.round(worst));
  if (profile) { const { profile } = await session.post('Profiler.stop'); writeFileSync('/tmp/ck.cpuprofile', JSON.stringify(profile)); session.disconnect(); }
};

backend = pid;
await measure('first', process.argv[3] === 'profile');
for (const [t, v] of [...sums].sort((a, b) => b[1] - a[1]).slice(0, 9)) console.log(v.toFixed(2), String(t).replaceAll(/\s+/g, ' ').slice(0, 90));
backend = 0;
await owner.query(`insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key, prev_hash, hash)
   select id, 'grant', 1, 0, 2, 0, 'second:' || id, sha256(n::text::bytea), sha256(('s.' || n)::bytea) from ids where n % 20 = 0`);
await owner.query('vacuum analyze ledger_entry'); await owner.query('vacuum analyze ledger_account');
await owner.query('checkpoint');
await measure('after 1/20');
await measure('after none');
await owner.end(); await db.close();
