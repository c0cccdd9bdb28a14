import { createWriteStream, mkdirSync, renameSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemErrorCode } from '@atelier/local-postgres';

const tailLines = 20;
const warnLevel = 40;

export type ProcessLog = {
  /** Logs an output stream of a process. Lines of `stderr` that are not log records are shown unchanged. */
  follow(stream: Readable, kind: 'stdout' | 'stderr'): void;
  /** Adds one line to the file without showing it. */
  write(line: string): void;
  /** The last lines, oldest first, shortened for the terminal. */
  tail(): string[];
  /** Resolves when everything is in the file, or cannot be written. */
  close(): Promise<void>;
};

/**
 * Writes a process's output to `<folder>/<name>.log` (that of the previous run is kept in `.previous.log`) and passes
 * warnings and errors to `onImportant`, shortened to one line for the terminal.
 */
export function openProcessLog(
  folder: string,
  name: string,
  onImportant: (line: string) => void,
): ProcessLog {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.log`);
  keepPrevious(path);
  const file: WriteStream = createWriteStream(path, { flags: 'a' });
  // A full disk must not stop the stack.
  file.on('error', (error) => onImportant(`cannot write ${path}: ${error.message}`));
  const tail: string[] = [];
  const take = (line: string, kind: 'stdout' | 'stderr') => {
    if (line === '') return;
    file.write(`${line}\n`);
    const { text, level } = readLine(line, kind);
    tail.push(text);
    if (tail.length > tailLines) tail.shift();
    if (level >= warnLevel) onImportant(text);
  };
  return {
    follow(stream, kind) {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) take(line, kind);
      });
      stream.on('end', () => take(rest, kind));
    },
    write: (line) => take(line, 'stdout'),
    tail: () => [...tail],
    close: () =>
      new Promise((resolve) => {
        if (file.closed) return resolve();
        file.once('close', resolve).end();
      }),
  };
}

/** Log records are pino's: JSON with a numeric level, a message and possibly an error. */
function readLine(line: string, kind: 'stdout' | 'stderr'): { text: string; level: number } {
  const record = parseRecord(line);
  if (record === undefined) return { text: line, level: kind === 'stderr' ? warnLevel : 0 };
  const error = record.err?.message;
  const text = [record.msg, error].filter((part) => part !== undefined && part !== '').join(': ');
  return { text: text === '' ? line : text, level: record.level };
}

type LogRecord = {
  level: number;
  msg?: string;
  err?: { message?: string };
};

function parseRecord(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const record = JSON.parse(line) as Partial<LogRecord>;
    return typeof record.level === 'number' ? { ...record, level: record.level } : undefined;
  } catch {
    // Other output that starts with a brace.
    return undefined;
  }
}

function keepPrevious(path: string): void {
  try {
    renameSync(path, path.replace(/\.log$/, '.previous.log'));
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}
