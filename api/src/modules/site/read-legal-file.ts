import { readFileSync } from 'node:fs';
import { type LegalPage, type LegalReply, legalPages } from '@atelier/contract';
import { ConfigurationError } from '@atelier/env';

export type LegalTexts = {
  /** The page in the language, else in the file's first one. */
  find: (page: LegalPage, language: string | undefined) => LegalReply;
};

const heading = /^===\s+(\S+)\s+(\S+)\s*$/;

/**
 * The operator's terms and privacy statement. Each text of the file begins with a line that names its page and language,
 * `=== terms en`; what follows is Markdown. Lines with `>` before the first one are notes. Without a path there are none.
 * Throws ConfigurationError for a file that cannot be read or does not begin so.
 */
export function readLegalFile(path: string | undefined): LegalTexts {
  const texts = path === undefined ? [] : parse(path, read(path));
  return {
    find(page, language) {
      const ofPage = texts.filter((text) => text.page === page);
      const found = ofPage.find((text) => text.language === language) ?? ofPage[0];
      return { text: found?.lines.join('\n').trim() ?? null, language: found?.language ?? null };
    },
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError([`LEGAL_FILE: cannot be read (${(error as NodeJS.ErrnoException).code})`]);
  }
}

type LegalText = { page: LegalPage; language: string; lines: string[] };

function parse(path: string, content: string): LegalText[] {
  const texts: LegalText[] = [];
  for (const [index, line] of content.split(/\r?\n/).entries()) {
    const [, name, language] = heading.exec(line) ?? [];
    const page = legalPages.find((each) => each === name);
    if (page && language) texts.push({ page, language, lines: [] });
    else if (name !== undefined) throw invalid(path, index, `names no page of ${legalPages.join(', ')}`);
    else if (texts.length > 0) texts.at(-1)?.lines.push(line);
    else if (line.trim() !== '' && !line.startsWith('>'))
      throw invalid(path, index, 'must be preceded by a line such as === terms en');
  }
  return texts;
}

function invalid(path: string, index: number, problem: string): ConfigurationError {
  return new ConfigurationError([`LEGAL_FILE: line ${index + 1} of ${path} ${problem}`]);
}
