import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { expect, it } from 'vitest';
import { acquireLock } from './lock-file.ts';
import { processStartMark } from './process-identity.ts';

const folder = await createTestFolder('lock');

it('a lock that is held is refused, with the holder and its note', () => {
  const path = join(folder, 'held');
  const first = acquireLock(path);
  if (!first.ok) throw new Error('the lock was free');
  first.lock.setNote('http://localhost:3000');
  const second = acquireLock(path);
  expect(second).toEqual({ ok: false, pid: process.pid, note: 'http://localhost:3000' });
  first.lock.release();
  expect(existsSync(path)).toBe(false);
  expect(acquireLock(path).ok).toBe(true);
});

it('a lock is taken over from a process that no longer exists', () => {
  const path = join(folder, 'dead');
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22 + 1, startMark: '1', note: '' }));
  expect(acquireLock(path).ok).toBe(true);
});

it('a lock is taken over when its pid has been reused by another process', () => {
  const path = join(folder, 'reused');
  writeFileSync(path, JSON.stringify({ pid: process.ppid, startMark: 'long ago', note: '' }));
  expect(acquireLock(path).ok).toBe(true);
});

it('a lock is respected while its process is alive', () => {
  const path = join(folder, 'alive');
  const startMark = processStartMark(process.ppid);
  writeFileSync(path, JSON.stringify({ pid: process.ppid, startMark, note: '' }));
  expect(acquireLock(path)).toEqual({ ok: false, pid: process.ppid, note: '' });
});

it('a lock with a truncated file is taken over', () => {
  const path = join(folder, 'damaged');
  writeFileSync(path, '{"pid":');
  expect(acquireLock(path).ok).toBe(true);
});
