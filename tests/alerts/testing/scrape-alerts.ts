import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { parse } from 'yaml';
import { type Alert, readRules, startRules } from './promql/run-rules.ts';
import { createStore } from './promql/series.ts';
import { listSeries, type Recording } from './recording.ts';

const scrapeLimitMs = 10_000;

export type ScrapeTarget = { url: string; target: Recording['target'] };

/** Scrapes each process once, as Prometheus does. Returns the alerts that fire after half an hour of equal scrapes. */
export async function scrapeAlerts(targets: readonly ScrapeTarget[], token: string): Promise<Alert[]> {
  const rules = readRules(
    parse(readFileSync(join(repositoryRoot, 'docs/ops/prometheus-alerts.yml'), 'utf8')),
  );
  const recordings = await Promise.all(targets.map((each) => scrape(each, token)));
  const run = startRules(rules, createStore(listSeries(recordings, { minutes: 30 })));
  for (let minute = 0; minute <= 30; minute += 1) run.evaluateAt(minute * 60_000);
  return run.firing();
}

/** The text is undefined of a process that does not answer. */
async function scrape({ url, target }: ScrapeTarget, token: string): Promise<Recording> {
  const headers = { authorization: `Bearer ${token}` };
  const text = await fetch(url, { headers, signal: AbortSignal.timeout(scrapeLimitMs) }).then(
    (reply) => reply.text(),
    () => undefined,
  );
  return { target, text };
}
