import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';

/** A function is a verb and a noun; `isOf`, `isNameOf` and `oneOf` begin with what they say. */
const functionOf = /^\s*(?:export )?(?:async )?function (?!is[A-Z]|oneOf\b)([a-z]\w*[a-z]Of)\b/;
/** A participle alone does not say of what. */
const participle =
  /^export (?:const|let|(?:async )?function) (accepted|allowed|asked|chosen|deleted|ended|found|given|handed|hidden|kept|known|listed|made|measured|moved|picked|removed|said|seen|sent|shown|started|stored|taken|told|used|wanted|written)\b/;

/** Rules 3 and 4 of docs/writing-style.md, for the names that other places read. */
export const names: Check = {
  name: 'names',
  findProblems(root, files) {
    return files
      .filter((path) => /\.tsx?$/.test(path) && !/\/migrations\/|\.gen\.ts$/.test(path))
      .flatMap((path) =>
        readFileSync(join(root, path), 'utf8')
          .split('\n')
          .flatMap((line, index) => describeFault(line).map((fault) => `${path}:${index + 1} ${fault}`)),
      );
  },
};

function describeFault(line: string): string[] {
  const [, name] = functionOf.exec(line) ?? [];
  if (name) return [`${name} is a function: name it by a verb and a noun; …Of is for maps`];
  const [, alone] = participle.exec(line) ?? [];
  return alone ? [`${alone} does not say of what: export a noun, or a verb with one`] : [];
}
