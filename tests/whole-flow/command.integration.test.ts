import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLedgerProblems } from '@atelier/db';
import { repositoryRoot } from '@atelier/dev-stack';
import { startWebhookReceiver } from '@atelier/fal-emulator/testing';
import { makePng } from '@atelier/storage/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCuttingProxy } from './testing/cutting-proxy.ts';
import { createApiKey } from './testing/fal-client.ts';
import { type Installed, installCommand } from './testing/install-command.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

let flow: Flow;
let command: Installed;
let env: Record<string, string>;
let before: number;

beforeAll(async () => {
  [flow, command] = await Promise.all([openFlow(undefined), installCommand()]);
  env = { ATELIER_URL: flow.stack.url, ATELIER_KEY: await createApiKey(flow) };
  await writeFile(join(command.folder, 'boat.png'), makePng({ width: 320, height: 240 }));
}, 180_000);
afterAll(async () => {
  await flow?.close();
  await command?.remove();
}, 60_000);
beforeEach(async () => {
  before = (await flow.credits()).left_credits;
});
afterEach(async () => {
  emulator().release();
  expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
  expect((await flow.credits()).held_credits).toBe(0);
});

const slow = { timeout: 90_000 };
const emulator = () => {
  const control = flow.stack.emulator?.control;
  if (!control) throw new Error('The stack has no emulator');
  return control;
};
const countSpent = async () => before - (await flow.credits()).left_credits;
const run = (...args: string[]) => command.run(args, { env });

type Document = {
  error: { code: string; issues: { path: string; message: string }[]; price: number };
  generations: { id: string; status: string; files: string[]; credits: { settled: number } }[];
} & Record<string, unknown>;
/** The one document of a run with `--json`. */
const runJson = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json');
  return { code, stderr, document: JSON.parse(stdout) as Document };
};
const countGenerations = async () => {
  const { rows } = await flow.db.pool.query<{ count: number }>(
    'select count(*)::int as count from generation',
  );
  return rows[0]?.count;
};

const schnell = ['flux-schnell', '-i', 'prompt=A paper boat'];

describe('the package', () => {
  it('has runnable JavaScript, types and nothing of other workspaces', () => {
    expect(command.packed).toEqual(
      expect.arrayContaining(['README.md', 'package.json', 'dist/atelier.js', 'dist/client.js']),
    );
    expect(command.packed.filter((path) => /^src|(?<!\.d)\.ts$|schema\.gen\.ts$/.test(path))).toEqual([]);
    expect(command.nodeVersion).toMatch(/^v2\d/);
  });

  it('has types that need no other package', slow, async () => {
    const program = `
import { AtelierError, createAtelier, type Generation } from 'atelier';
const atelier = createAtelier({ baseUrl: 'http://127.0.0.1', key: 'k' });
export async function make(): Promise<Generation> {
  const { quote } = await atelier.quote({ kind: 'flux-schnell', input: { prompt: 'A boat' } });
  const line = await atelier.api.GET('/api/line');
  // @ts-expect-error There is no such call.
  await atelier.api.GET('/api/nothing');
  // @ts-expect-error A line has no such field.
  line.data?.nothing;
  const { id } = await atelier.generate({ kind: 'flux-schnell', input: {} }, { quote: quote ?? undefined });
  return atelier.watch(id);
}
export const read = (error: AtelierError): string[] => error.issues.map(({ path }) => path);
`;
    await writeFile(join(command.folder, 'program.ts'), program);
    const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
    const options = ['--strict', '--noEmit', '--ignoreConfig', '--module', 'nodenext', '--lib', 'es2023,dom'];
    const { code, stdout } = await command.execute(
      process.execPath,
      [compiler, ...options, '--types', '', 'program.ts'],
      {},
    );
    expect([code, stdout]).toEqual([0, '']);
  });
});

describe('the sign-in', () => {
  const signedOut = () => ({ ATELIER_URL: flow.stack.url });
  const file = () => join(command.folder, 'config/atelier/key.json');
  /** The code that the running command shows. */
  const readUserCode = async () => {
    const { rows } = await flow.db.pool.query<{ code: string }>(
      `select user_code as code from oauth_record where model = 'DeviceCode' and expires_at > now()`,
    );
    const code = rows[0]?.code ?? expect.fail('The command has not begun');
    return `${code.slice(0, 4)}-${code.slice(4)}`;
  };

  it('keeps a key from the standard input for its user alone, and for one site', {
    ...slow,
    tags: 'each-rule',
  }, async () => {
    await mkdir(join(command.folder, 'config/atelier'), { recursive: true });
    await writeFile(file(), '{}');
    await chmod(file(), 0o644);
    const key = env.ATELIER_KEY ?? '';
    const login = await command.run(['login', '--url', flow.stack.url], { stdin: `${key}\n` });
    expect([login.code, login.stderr]).toEqual([0, '']);
    expect(login.stdout).toContain('paid@atelier.test');
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual({ url: flow.stack.url, key });
    expect(login.stdout + login.stderr).not.toContain(key);

    const account = await command.run(['account', '--json']);
    expect(JSON.parse(account.stdout)).toMatchObject({ user: { email: 'paid@atelier.test' } });
    const elsewhere = await command.run(['account', '--url', 'http://127.0.0.1:9']);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([4, expect.stringContaining('There is no key for')]);

    expect(await command.run(['logout'])).toMatchObject({ code: 0 });
    expect(await command.run(['account'], { env: signedOut() })).toMatchObject({ code: 4 });
    expect(await command.run(['logout'])).toMatchObject({ code: 4 });
  });

  it('is allowed on a page within limits, works without a key, and ends at the site', slow, async () => {
    const running = command.run(['login', '--device', '--json'], { env: signedOut() });
    const code = await vi.waitFor(readUserCode, { timeout: 30_000, interval: 200 });
    const allowed = await flow.ask('POST', `/api/connections/${code}/answer`, {
      answer: 'allow',
      total_budget_credits: 20,
    });
    expect(allowed.status).toBe(200);
    const login = await running;
    expect([login.code, login.stderr]).toEqual([0, expect.stringContaining(`/connect?user_code=${code}`)]);
    expect(JSON.parse(login.stdout)).toMatchObject({ user: 'paid@atelier.test' });

    const account = await command.run(['account', '--json'], { env: signedOut() });
    expect(JSON.parse(account.stdout)).toMatchObject({
      key: { name: 'Atelier command', total_budget_credits: 20 },
    });
    expect(await command.run(['logout'], { env: signedOut() })).toMatchObject({ code: 0 });
    const { rows } = await flow.db.pool.query(
      `select revoked_at is not null as is_ended from api_key where client->>'id' = 'atelier-command'`,
    );
    expect(rows).toEqual([{ is_ended: true }]);
  });

  it('refuses a wrong key, and keeps nothing of it', slow, async () => {
    const login = await command.run(['login', '--json'], {
      env: { ...signedOut(), ATELIER_KEY: 'atl_wrong' },
    });
    expect([login.code, JSON.parse(login.stdout).error.code]).toEqual([4, 'invalid_api_key']);
    await expect(stat(file())).rejects.toThrow('ENOENT');
    expect(await command.run(['account'], { env: { ...env, ATELIER_KEY: 'atl_wrong' } })).toMatchObject({
      code: 4,
    });
  });

  it('accepts a key that may not read the account', { ...slow, tags: 'each-rule' }, async () => {
    const key = await createApiKey(flow, { scopes: ['generate'] });
    const login = await command.run(['login'], { env: { ...signedOut(), ATELIER_KEY: key } });
    expect([login.code, login.stderr]).toEqual([0, '']);
    expect(await command.run(['logout'])).toMatchObject({ code: 0 });
  });
});

describe('models and fields', () => {
  it('are found by words, without a key', slow, async () => {
    const url = { ATELIER_URL: flow.stack.url };
    const { stdout } = await command.run(['models', 'Flux', 'image', '--json'], { env: url });
    const { models } = JSON.parse(stdout) as { models: { kind: string; credits: { usual: number } }[] };
    expect(models).toContainEqual({
      kind: 'flux-dev-image-to-image',
      medium: 'image',
      credits: { from: 30, usual: 30 },
    });
    expect(models.every(({ kind }) => kind.includes('flux'))).toBe(true);
    const fields = await command.run(['fields', 'flux-dev-image-to-image'], { env: url });
    expect(fields.stdout).toContain('image_url (needed)');
    const schnellFields = await command.run(['fields', 'flux-schnell'], { env: url });
    expect(schnellFields.stdout).toContain('image_size square, square_hd, portrait_4_3');
    expect(await command.run(['fields', 'flux-nothing'], { env: url })).toMatchObject({ code: 1 });
  });
});

describe('quote and generate', () => {
  it('price, upload a local picture, start, wait and save', slow, async () => {
    const asked = [
      'flux-dev-image-to-image',
      '-i',
      'prompt=A = B',
      '-i',
      'image_url=boat.png',
      '-i',
      'seed=7',
    ];
    const quoted = await runJson('quote', ...asked);
    expect(quoted).toMatchObject({ code: 0, document: { total_credits: 30, refusal: null } });
    expect(await countSpent()).toBe(0);

    const { code, document, stderr } = await runJson('generate', ...asked, '--yes', '--to', 'made');
    expect(code).toBe(0);
    expect(stderr).toContain('Price: 30 credits');
    const [made] = document.generations;
    expect(made).toMatchObject({
      status: 'completed',
      credits: { settled: 30 },
      input: { prompt: 'A = B', seed: 7, image_url: expect.stringContaining('/media/') },
    });
    const [saved = ''] = made?.files ?? [];
    expect((await readFile(join(command.folder, saved))).length).toBeGreaterThan(1_000);
    expect(await countSpent()).toBe(30);

    const watched = await runJson('watch', made?.id ?? '');
    expect(watched).toMatchObject({ code: 0, document: { generations: [{ status: 'completed' }] } });
    const downloaded = await runJson('download', made?.id ?? '', '--to', 'again');
    const noFolder = await run('download', made?.id ?? '', '--to', 'boat.png');
    expect([noFolder.code, noFolder.stderr]).toEqual([2, expect.stringContaining('boat.png')]);
    const [first] = (downloaded.document.downloads as { files: string[] }[]) ?? [];
    expect(await readFile(join(command.folder, first?.files[0] ?? ''))).toEqual(
      await readFile(join(command.folder, saved)),
    );
    expect(await countSpent()).toBe(30);
  });

  it('a price above --max-credits starts nothing', slow, async () => {
    const count = await countGenerations();
    const { code, document } = await runJson('generate', ...schnell, '--max-credits', '19');
    expect([code, document.error]).toMatchObject([3, { code: 'above_max_credits', price: 20 }]);
    expect([await countSpent(), await countGenerations()]).toEqual([0, count]);
    expect(await run('generate', ...schnell, '--max-credits', 'ten')).toMatchObject({ code: 2 });
  });

  it('nothing starts without consent where no terminal can ask for it', slow, async () => {
    const count = await countGenerations();
    const { code, stderr } = await run('generate', ...schnell);
    expect([code, stderr]).toEqual([2, expect.stringContaining('needs --yes or --max-credits N')]);
    expect([await countSpent(), await countGenerations()]).toEqual([0, count]);
  });

  it(
    'a repeated request id is one job, paid once, also when the key has no credits for another',
    slow,
    async () => {
      const ATELIER_KEY = await createApiKey(flow, { total_budget_credits: 20 });
      const generate = async (...more: string[]) => {
        const args = ['generate', ...schnell, '--max-credits', '20', '--json', ...more];
        const { code, stdout } = await command.run(args, { env: { ...env, ATELIER_KEY } });
        return { code, document: JSON.parse(stdout) as Document };
      };
      const once = ['--request-id', crypto.randomUUID()];
      const [first, second, another] = [await generate(...once), await generate(...once), await generate()];
      expect(first.document.generations[0]?.status).toBe('completed');
      expect(second.document.generations[0]?.id).toBe(first.document.generations[0]?.id);
      expect([another.code, another.document.error.code]).toEqual([1, 'key_budget_reached']);
      expect(await countSpent()).toBe(20);
    },
  );

  it('an unknown kind and wrong values are refused by the field', slow, async () => {
    const count = await countGenerations();
    const unknown = await runJson('generate', 'flux-nothing', '-i', 'prompt=A', '--yes');
    expect([unknown.code, unknown.document.error]).toMatchObject([1, { issues: [{ path: 'kind' }] }]);
    const wrong = await runJson('quote', 'flux-schnell', '-i', 'prompt=', '-i', 'num_images=9');
    expect(wrong.code).toBe(1);
    const paths = wrong.document.error.issues.map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['input.prompt', 'input.num_images']));
    const typo = await run('generate', 'flux-schnell', '-i', 'promt=A', '--yes');
    expect([typo.code, typo.stderr]).toEqual([2, expect.stringContaining('has no field promt')]);
    const missing = await run('quote', 'flux-dev-image-to-image', '-i', 'image_url=no.png');
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('There is no file no.png')]);
    expect([await countSpent(), await countGenerations()]).toEqual([0, count]);
  });

  it('a folder that cannot be made leaves the result to be downloaded', {
    ...slow,
    tags: 'each-rule',
  }, async () => {
    const { code, stderr, document } = await runJson('generate', ...schnell, '--yes', '--to', 'boat.png');
    expect([code, document.error.code]).toEqual([2, 'file_error']);
    const [id = ''] = document.ids as string[];
    expect(stderr).toContain(`Save the results with: atelier download ${id}`);
    expect(await run('download', id)).toMatchObject({ code: 0, stdout: `${id}-1.jpg\n` });
    expect(await countSpent()).toBe(20);
  });

  it('a failure has an exit code of its own, and costs nothing', slow, async () => {
    const { code, document } = await runJson('generate', 'flux-schnell', '-i', 'prompt=Boat [fail]', '-y');
    expect([code, document.generations[0]?.status]).toEqual([5, 'failed']);
    expect(await countSpent()).toBe(0);
  });
});

describe('a run that is disturbed', () => {
  it('goes on watching after its connection was cut', { ...slow, tags: 'faults' }, async () => {
    const proxy = await startCuttingProxy(flow.stack.url);
    emulator().hold({ step: 'COMPLETED' });
    const [id = ''] = await flow.create('Boat');
    const watching = command.run(['watch', id, '--json'], { env: { ...env, ATELIER_URL: proxy.url } });
    try {
      await vi.waitFor(async () => expect((await flow.find(id)).status).toBe('processing'), {
        timeout: 20_000,
      });
      proxy.cut();
      const cuts = proxy.countCuts();
      await vi.waitFor(() => expect(proxy.countCuts()).toBeGreaterThan(cuts), { timeout: 20_000 });
      proxy.mend();
      emulator().release();
      const { code, stdout } = await watching;
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ generations: [{ id, status: 'completed' }] });
    } finally {
      await proxy.close();
    }
  });

  it('names the way back when it is interrupted, and cancels nothing', {
    ...slow,
    tags: 'each-rule',
  }, async () => {
    emulator().hold({ step: 'COMPLETED' });
    const args = ['generate', ...schnell, '--yes', '--json'];
    const { code, stdout, stderr } = await command.interrupt(args, /queued|generating|reserved/, { env });
    expect(code).toBe(130);
    const { ids } = JSON.parse(stdout) as { ids: string[] };
    expect(stderr).toContain(`Go on with: atelier watch ${ids.join(' ')}`);
    emulator().release();
    const { document } = await runJson('watch', ...ids);
    expect(document.generations.map(({ status }) => status)).toEqual(['completed']);
    expect(await countSpent()).toBe(20);
  });

  it('reports a site that is not there, and one that is another', slow, async () => {
    const html = await command.run(['models'], { env: { ATELIER_URL: `${flow.stack.url}/api/docs` } });
    expect(html.code).toBeGreaterThan(0);
    expect(html.stderr).not.toContain('at ');
    expect(await command.run(['models'], { env: {} })).toMatchObject({ code: 2 });
    expect(await command.run(['nonsense'], { env })).toMatchObject({ code: 2 });
  });
});

describe('batch', () => {
  const writeTable = (name: string, ...rows: string[]) =>
    writeFile(join(command.folder, name), `\uFEFF${rows.join('\r\n')}\r\n`);

  it('makes every row at one total, and saves the results', slow, async () => {
    await writeTable(
      'ideas.csv',
      'kind,prompt,image_url,num_images',
      'flux-schnell,"A boat, ""paper""",,2',
      'flux-dev-image-to-image,A | B,boat.png,',
    );
    const { code, document, stderr } = await runJson(
      'batch',
      'ideas.csv',
      '--max-credits',
      '70',
      '--to',
      'all',
    );
    expect([code, stderr]).toEqual([0, expect.stringContaining('Price: 70 credits for 2 lines')]);
    expect(document.generations.map(({ status, files }) => [status, files.length])).toEqual([
      ['completed', 2],
      ['completed', 1],
    ]);
    expect(document.generations).toMatchObject([
      { input: { prompt: 'A boat, "paper"', num_images: 2 } },
      { input: { prompt: 'A | B' } },
    ]);
    expect(await countSpent()).toBe(70);
  });

  it('starts nothing when a line is wrong, and names the line of the file', {
    ...slow,
    tags: 'each-rule',
  }, async () => {
    const count = await countGenerations();
    await writeTable('bad.csv', 'kind,prompt', 'flux-schnell,A boat', 'flux-schnell,', 'flux-nothing,A');
    const { code, document } = await runJson('batch', 'bad.csv', '--yes');
    expect(code).toBe(1);
    expect(document.error.issues.map(({ path }) => path)).toEqual(['line 3, prompt', 'line 4, kind']);
    await writeTable('columns.csv', 'kind,promt', 'flux-schnell,A boat');
    expect(await run('batch', 'columns.csv', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('line 2: flux-schnell has no field promt'),
    });
    await writeTable('uneven.csv', 'kind,prompt', 'flux-schnell');
    expect(await run('batch', 'uneven.csv', '--yes')).toMatchObject({ code: 2 });
    expect(await run('batch', 'absent.csv', '--yes')).toMatchObject({ code: 2 });
    expect([await countSpent(), await countGenerations()]).toEqual([0, count]);
  });

  it('starts nothing above --max-credits', { ...slow, tags: 'each-rule' }, async () => {
    const count = await countGenerations();
    await writeTable('two.csv', 'kind,prompt', 'flux-schnell,A boat', 'flux-schnell,A fox');
    expect(await runJson('batch', 'two.csv', '--max-credits', '39')).toMatchObject({ code: 3 });
    expect([await countSpent(), await countGenerations()]).toEqual([0, count]);
  });
});

describe('the examples of docs/agents.md', async () => {
  const page = await readFile(join(repositoryRoot, 'docs/agents.md'), 'utf8');
  const recipes = page.slice(page.indexOf('## Recipes'), page.indexOf('## Generated clients'));
  const blocks = [...recipes.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code = '']) => ({
    language,
    code,
  }));
  const [, cli, client, n8n] = blocks;

  it('are four', () => {
    expect(blocks.map(({ language }) => language)).toEqual(['sh', 'sh', 'js', 'json']);
  });

  it('with the command make what they say', slow, async () => {
    const results = await command.execute('bash', ['--norc', '-euo', 'pipefail', '-c', cli?.code ?? ''], env);
    expect(results).toMatchObject({ code: 0, stdout: expect.stringMatching(/results\/[0-9a-f-]+-1\.jpg/) });
    expect(await countSpent()).toBe(20);
  });

  it('with the typed client make what they say', slow, async () => {
    await writeFile(join(command.folder, 'example.js'), client?.code ?? '');
    const { code, stdout, stderr } = await command.execute('node', ['example.js'], env);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/results\/[0-9a-f-]+-1\.jpg/);
    expect(await countSpent()).toBe(20);
  });

  it('of n8n are notified when the generation has ended', slow, async () => {
    const receiver = await startWebhookReceiver();
    try {
      const body = (n8n?.code ?? '')
        .replace('{{ $json.data }}', crypto.randomUUID())
        .replace('{{ $execution.resumeUrl }}', receiver.url);
      const reply = await fetch(`${flow.stack.url}/api/generations`, {
        method: 'POST',
        headers: { authorization: `Bearer ${env.ATELIER_KEY}`, 'content-type': 'application/json' },
        body,
      });
      const { id } = (await reply.json()) as { id: string };
      const [webhook] = await receiver.waitFor(id);
      const payload = webhook?.body.payload as { images: { url: string }[] } | undefined;
      const file = await fetch(payload?.images[0]?.url ?? '');
      expect([file.status, (await file.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
      expect(await countSpent()).toBe(20);
    } finally {
      await receiver.close();
    }
  });
});
