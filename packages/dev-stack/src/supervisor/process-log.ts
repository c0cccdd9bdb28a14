import { createWriteStream, mkdirSync, renameSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { systemErrorCode } from '@atelier/local-postgres';

const tailLines = 20;
const warnLevel = 40;

export type ProcessLog = {
  /** Takes over an output stream of a process. Lines of `stderr` that are no log records are shown as they are. */
  follow(stream: Readable, kind: 'stdout' | 'stderr'): void;
  /** One line from elsewhere, kept and not shown. */
  write(line: string): void;
  /** The last lines, oldest first, readable for a user. */
  tail(): string[];
  close(): void;
};

/**
 * Keeps a process's output in `<folder>/<name>.log` (the one before it in `.previous.log`) and hands warnings and
 * errors to `onImportant`, shortened to one line for the terminal.
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
  // A full disk must not end the stack because of its log.
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
    close: () => file.end(),
  };
}

/** Log records are JSON with a numeric level, a message and perhaps an error (pino's form). */
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
    // Something else that begins with a brace: shown as it is.
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
