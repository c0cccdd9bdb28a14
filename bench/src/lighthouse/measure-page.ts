import { prepareBrowser } from '@atelier/dev-stack/browser';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';

export type Device = 'mobile' | 'desktop';

/** Scores are 0 to 100; layout shift has no unit. */
export type Scores = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
};

/** The browser that npm installed. */
export async function startBrowser(): Promise<LaunchedChrome> {
  const { executablePath, args, env } = await prepareBrowser();
  return launch({ chromePath: executablePath, chromeFlags: ['--headless', ...args], envVars: env });
}

/** Each run begins with an empty cache. */
export async function measurePage(
  { port }: LaunchedChrome,
  url: string,
  { device, runs }: { device: Device; runs: number },
): Promise<Scores[]> {
  const scores: Scores[] = [];
  while (scores.length < runs) scores.push(await measureOnce(port, url, device));
  return scores;
}

async function measureOnce(port: number, url: string, device: Device): Promise<Scores> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo'];
  const result = await lighthouse(
    url,
    { port, onlyCategories, logLevel: 'error' },
    device === 'desktop' ? desktopConfig : undefined,
  );
  if (!result) throw new Error(`Lighthouse has no result for ${url}`);
  const { audits, categories, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`Lighthouse could not open ${url}: ${runtimeError.message}`);
  const readScore = (id: string) => Math.round((categories[id]?.score ?? Number.NaN) * 100);
  const readFigure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    performance: readScore('performance'),
    accessibility: readScore('accessibility'),
    bestPractices: readScore('best-practices'),
    seo: readScore('seo'),
    firstPaintMs: Math.round(readFigure('first-contentful-paint')),
    largestPaintMs: Math.round(readFigure('largest-contentful-paint')),
    blockingMs: Math.round(readFigure('total-blocking-time')),
    layoutShift: readFigure('cumulative-layout-shift'),
  };
}
