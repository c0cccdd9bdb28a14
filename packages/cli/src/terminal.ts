import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';

type Input = Readable & { isTTY?: boolean };
type Output = Writable & { isTTY?: boolean; columns?: number };
export type Streams = { stdin: Input; stdout: Output; stderr: Output };

export type Terminal = {
  /** A user can be asked. */
  isInteractive: boolean;
  /** Prints the result: the document with `--json`, otherwise the lines for readers. Once in each run. */
  print(document: object, lines: readonly string[]): void;
  /** A line about what is going on, beside the result. */
  note(line: string): void;
  /** Replaces the last line of progress on a terminal; elsewhere prints it when `stage` has changed. */
  showProgress(line: string, stage: string): void;
  endProgress(): void;
  confirm(question: string): Promise<boolean>;
  /** Reads a secret, without showing it as it is typed. */
  readSecret(question: string): Promise<string>;
};

export function createTerminal({ stdin, stdout, stderr }: Streams, isJson: boolean): Terminal {
  let shown = { line: '', stage: '' };
  const clear = () => {
    if (stderr.isTTY && shown.line !== '') stderr.write('\r\u001B[K');
    shown = { ...shown, line: '' };
  };
  return {
    isInteractive: Boolean(stdin.isTTY && stderr.isTTY),
    print(document, lines) {
      clear();
      stdout.write(`${isJson ? JSON.stringify(document, undefined, 2) : lines.map(clean).join('\n')}\n`);
    },
    note(line) {
      clear();
      stderr.write(`${clean(line)}\n`);
    },
    showProgress(line, stage) {
      if (stderr.isTTY) stderr.write(`\r\u001B[K${line.slice(0, (stderr.columns || 80) - 1)}`);
      else if (stage !== shown.stage) stderr.write(`${stage}\n`);
      shown = { line, stage };
    },
    endProgress: clear,
    async confirm(question) {
      const answer = await ask(stdin, stderr, `${question} [y/N] `);
      return /^y(es)?$/i.test(answer.trim());
    },
    async readSecret(question) {
      if (!stdin.isTTY) return (await text(stdin)).trim();
      stderr.write(question);
      // Echoes into nothing.
      const secret = await ask(stdin, new PassThrough().resume(), '');
      stderr.write('\n');
      return secret.trim();
    },
  };
}

/** Removes control characters: a prompt or an answer of a model may contain commands for the terminal. */
function clean(line: string): string {
  return line.replaceAll(/[^\P{Cc}\n\t]/gu, '');
}

async function ask(input: Readable, output: Writable, question: string): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  try {
    // The end of the input is no answer, and an interruption is one of the command.
    return await new Promise((resolve, reject) => {
      lines.once('close', () => resolve(''));
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
      lines.question(question).then(resolve, reject);
    });
  } finally {
    lines.close();
  }
}
