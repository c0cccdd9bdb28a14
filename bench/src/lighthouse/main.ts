// `npm run lighthouse`: opens pages of a local stack in Lighthouse as a phone and as a desktop computer, and prints the
// median of each score. Not a test: scores depend on the machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot, startStack } from '@atelier/dev-stack';
import { signIn } from '@atelier/dev-stack/testing';
import { describeMachine, describeMachineInWords } from '../report/describe-machine.ts';
import { formatScores, type PageScores } from './format-scores.ts';
import { measurePage, startBrowser } from './measure-page.ts';

const usage = `npm run lighthouse -- [options] [path ...]
  paths               by default /, text to video, text to image, the video history, /pricing and two shared pages,
                      which are made for it: /s/video and /s/image
  --runs 5            per page and device; the median counts
  --device mobile|desktop   one instead of both`;

const defaultPaths = [
  '/',
  '/creator/video/text-to-video',
  '/creator/image/text-to-image',
  '/creator/history/video',
  '/pricing',
  '/s/video',
  '/s/image',
];
const submissions = {
  video: [
    '/api/wan/createVideo',
    { video_generation_type: 'text-to-video', prompt: 'Waves on a moonlit beach' },
  ],
  image: [
    '/api/wan/createImage',
    { image_generation_type: 'text-to-image', model: 'flux-schnell', prompt: 'A red fox in fresh snow' },
  ],
} as const;
const sharedWork = /^\/s\/(video|image)$/;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    device: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
if (values.help || !Number.isInteger(runs) || runs < 1) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}

await using teardown = new AsyncDisposableStack();
const stack = await startStack({ queueBackend: 'postgres', settings: {} });
teardown.defer(() => stack.stop());
const browser = await startBrowser();
teardown.defer(() => browser.kill());

const machine = describeMachine();
console.log(describeMachineInWords(machine, false));
const paths: { path: string; address: string }[] = [];
for (const path of positionals.length > 0 ? positionals : defaultPaths) {
  const medium = sharedWork.exec(path)?.[1] as 'video' | 'image' | undefined;
  paths.push({ path, address: medium ? await shareWork(stack.url, medium) : path });
}
const pages: PageScores[] = [];
for (const device of (['mobile', 'desktop'] as const).filter((each) => (values.device ?? each) === each)) {
  for (const { path, address } of paths) {
    const page = {
      path,
      device,
      runs: await measurePage(browser, `${stack.url}${address}`, { device, runs }),
    };
    console.log(formatScores([page], { isHeaded: pages.length === 0 }));
    pages.push(page);
  }
}
const folder = join(repositoryRoot, 'bench-results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'lighthouse.json'), `${JSON.stringify({ machine, pages }, undefined, 2)}\n`);

type Generation = { id: string; finished_at: string | null };

/**
 * Makes a work with the local account that has credits, and shares it; search engines may list its page. Resolves to its
 * path.
 */
async function shareWork(stackUrl: string, medium: keyof typeof submissions): Promise<string> {
  const cookie = await signIn(stackUrl, 'paid@atelier.test');
  const call = async <Reply>(path: string, body?: object): Promise<Reply> => {
    const response = await fetch(`${stackUrl}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { cookie, origin: stackUrl, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
    return (await response.json()) as Reply;
  };
  const [path, body] = submissions[medium];
  const { id } = await call<{ id: string }>(path, body);
  const own = `/api/generations/${id}`;
  while ((await call<{ generation: Generation }>(own)).generation.finished_at === null)
    await new Promise((resolve) => void setTimeout(resolve, 500));
  const { share } = await call<{ share: { url: string } }>(`${own}/share`, { allows_indexing: true });
  return new URL(share.url).pathname;
}
