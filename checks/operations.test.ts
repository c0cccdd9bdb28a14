import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** Every source, as it names its metrics: whole, or without the prefix, and of counters the end, that a helper adds. */
const sources = [
  'api/src/plugins/metrics.ts',
  'worker/src/process/metrics.ts',
  'packages/telemetry/src/process-metrics.ts',
  'packages/telemetry/src/line-metrics.ts',
  'packages/telemetry/src/signing-metrics.ts',
  'packages/telemetry/src/storage-metrics.ts',
].map(read);
const metrics = new Set([
  ...sources.flatMap((text) => all(text, /name: '(atelier_\w+)'/g)),
  ...sources.flatMap((text) => all(text, /gauge\(\s*'(\w+)'/g)).map((name) => `atelier_${name}`),
  ...sources.flatMap((text) => all(text, /count\(\s*'(\w+)'/g)).map((name) => `atelier_${name}_total`),
]);
/** Series that Prometheus writes for each target, and prom-client for each process. */
const general = [
  'up',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];

describe.each([
  'docs/ops/prometheus-alerts.yml',
  'docs/ops/prometheus-alerts.test.yml',
  'docs/ops/grafana-dashboard.json',
])('%s', (file) => {
  const text = read(file);

  it('can be read', () => {
    expect(parse(text)).toBeTypeOf('object');
  });

  it('asks for metrics that a process has', () => {
    const asked = all(text, /\b(atelier_\w+)/g).map((name) => name.replace(/_(bucket|count|sum)$/, ''));
    expect(asked.length).toBeGreaterThan(10);
    expect(asked.filter((name) => !metrics.has(name))).toEqual([]);
    const others = all(text, /\b((?:process|nodejs)_\w+|up)\{/g);
    expect(others.filter((name) => !general.includes(name))).toEqual([]);
  });
});

it('the runbook names only metrics that a process has', () => {
  const named = all(read('docs/runbook.md'), /\b(atelier_\w+)/g);
  expect(named.filter((name) => !metrics.has(name))).toEqual([]);
});

it('every metric is on the dashboard, in an alert or in the runbook', () => {
  const texts = ['docs/ops/prometheus-alerts.yml', 'docs/ops/grafana-dashboard.json', 'docs/runbook.md'].map(
    read,
  );
  const isNamed = (name: string) => texts.some((text) => text.includes(name));
  expect([...metrics].filter((name) => !isNamed(name))).toEqual([]);
});

it('the runbook has a cause and a cure for each alert, and none for others', () => {
  const alerts = all(read('docs/ops/prometheus-alerts.yml'), /alert: (\w+)/g);
  const [, table = ''] = read('docs/runbook.md').split('### Alerts\n');
  expect(all(table.split('\n## ')[0] ?? '', /^\| `(\w+)` +\|/gm).toSorted()).toEqual(alerts.toSorted());
});

type Service = {
  image?: string;
  restart?: string;
  environment?: Record<string, string>;
  healthcheck?: unknown;
  volumes?: string[];
  depends_on?: Record<string, unknown>;
  deploy?: { resources?: { limits?: { cpus?: string; memory?: string } } };
};

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml');
  const { services, volumes } = parse(text, { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, unknown>;
  };
  const settings = new Set(all(read('.env.example'), /^([A-Z][A-Z\d_]+)=/gm));
  const entries = Object.entries(services);

  it('takes only variables that the example names', () => {
    expect(all(text, /(?<!\$)\$\{([A-Z_\d]+)/g).filter((name) => !settings.has(name))).toEqual([]);
  });

  it('gives our processes only settings that they read', () => {
    const given = ['api', 'worker', 'migrate'].flatMap((name) =>
      Object.keys(services[name]?.environment ?? {}),
    );
    expect(given.length).toBeGreaterThan(20);
    expect(given.filter((name) => !settings.has(name))).toEqual([]);
  });

  it.each(entries)('limits %s', (_name, service) => {
    expect(service.deploy?.resources?.limits).toEqual({
      cpus: expect.any(String),
      memory: expect.any(String),
    });
  });

  it.each(entries.filter(([, { restart }]) => restart === 'unless-stopped'))(
    'asks %s for its health',
    (_name, service) => {
      expect(service.healthcheck).toBeDefined();
    },
  );

  it.each(entries)('waits and mounts for %s only what there is', (_name, service) => {
    for (const other of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(other);
    for (const [source = ''] of (service.volumes ?? []).map((volume) => volume.split(':'))) {
      if (source.startsWith('./')) expect(existsSync(join(root, source))).toBe(true);
      else expect(volumes).toHaveProperty(source);
    }
  });

  it('pins a version of every image that is not ours', () => {
    for (const { image = '' } of Object.values(services)) expect(image).toMatch(/^atelier$|:\d+\.\d+/);
  });
});

it('the README of the emulator describes its scenario words and no others', () => {
  const known = all(read('packages/fal-emulator/src/scenarios.ts'), /'(\w+)'/g).sort();
  const described = all(read('packages/fal-emulator/README.md'), /^\| `\[(\w+)\]`/gm).sort();
  expect(known.length).toBeGreaterThan(20);
  expect(described).toEqual(known);
});
