// `npm run lighthouse`: opens pages of a local stack in Lighthouse as a phone and as a desktop computer, and prints the
// median of each score. Not a test: scores depend on the machine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot, startStack } from '@atelier/dev-stack';
import { describeMachine, describeMachineInWords } from '../report/describe-machine.ts';
import { formatScores, type PageScores } from './format-scores.ts';
import { measurePage, startBrowser } from './measure-page.ts';

const usage = `npm run lighthouse -- [options] [path ...]
  paths               by default /, text to video, text to image, the video history and /pricing
  --runs 5            per page and device; the median counts
  --device mobile|desktop   one instead of both`;

const defaultPaths = [
  '/',
  '/creator/video/text-to-video',
  '/creator/image/text-to-image',
  '/creator/history/video',
  '/pricing',
];

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
const pages: PageScores[] = [];
for (const device of (['mobile', 'desktop'] as const).filter((each) => (values.device ?? each) === each)) {
  for (const path of positionals.length > 0 ? positionals : defaultPaths) {
    const page = { path, device, runs: await measurePage(browser, `${stack.url}${path}`, { device, runs }) };
    console.log(formatScores([page], { isHeaded: pages.length === 0 }));
    pages.push(page);
  }
}
const folder = join(repositoryRoot, 'bench-results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'lighthouse.json'), `${JSON.stringify({ machine, pages }, undefined, 2)}\n`);
