import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCorpus } from '../testing/inspection-corpus.ts';
import { inspectFile } from './inspect-file.ts';
import type { Inspection } from './inspection.ts';

const folder = mkdtempSync(join(tmpdir(), 'inspection-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('100 good and 100 faulty results', { tags: 'load' }, () => {
  const results: { name: string; expected: string | null; inspection: Inspection }[] = [];
  beforeAll(async () => {
    for (const { name, fault, path, soldSeconds } of await writeCorpus(folder))
      results.push({ name, expected: fault, inspection: await inspectFile({ path, soldSeconds }) });
  }, 240_000);
  const line = ({ name, expected, inspection }: (typeof results)[number]) =>
    `${name}: ${expected}, found ${inspection.fault} ${inspection.doubt} ${JSON.stringify(inspection.measured)}`;

  it('has as many of each', () => {
    expect(results.filter(({ expected }) => expected === null)).toHaveLength(100);
    expect(results.filter(({ expected }) => expected !== null)).toHaveLength(100);
  });

  it('finds at least 98 of 100 faults, each by its name', () => {
    const missed = results.filter(({ expected, inspection }) => expected && inspection.fault !== expected);
    expect(missed.map(line).slice(2)).toEqual([]);
  });

  it('calls nothing faulty that is good', () => {
    const wrong = results.filter(({ expected, inspection }) => !expected && inspection.fault);
    expect(wrong.map(line)).toEqual([]);
  });

  it('asks about few that are good', () => {
    const asked = results.filter(({ expected, inspection }) => !expected && inspection.doubt);
    expect(asked.map(line).slice(5)).toEqual([]);
  });

  it('keeps what it looked at as a small picture', () => {
    const pictures = results.filter(({ inspection }) => inspection.measured.peakDb === undefined);
    expect(pictures.length).toBeGreaterThan(150);
    for (const { inspection } of pictures) {
      expect(inspection.frames?.subarray(8, 12).toString('latin1')).toBe('WEBP');
      expect(inspection.frames?.length).toBeLessThan(60_000);
    }
  });
});

it('the inspection refuses a file that cannot be decoded', async () => {
  const path = join(folder, 'broken');
  writeFileSync(path, Buffer.concat([Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'), Buffer.alloc(64)]));
  await expect(inspectFile({ path })).rejects.toThrow();
});
