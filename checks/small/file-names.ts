import type { Check } from '../check.ts';

const bannedNames = ['utils', 'helpers', 'common', 'misc', 'types', 'manager', 'service', 'constants'];
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** TanStack Router gives these characters a meaning: `$id`, `{-$id}`, `_layout`, `__root`, `video_.pro`. */
const routeName = /^[a-z0-9$_.{}-]+$/;

export const fileNames: Check = {
  name: 'file names',
  findProblems(_root, files) {
    return files.filter((path) => /\.(ts|tsx|js|mjs|cjs|css)$/.test(path)).flatMap(findNameProblem);
  },
};

function findNameProblem(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const stem = name.slice(0, name.indexOf('.', 1));
  if (bannedNames.includes(stem)) return [`${path}: '${stem}' says nothing; name what is in it`];
  const pattern = path.startsWith('web/src/routes/') ? routeName : kebabCase;
  // A leading dot belongs to the tool that asks for it.
  return pattern.test(name.replace(/^\./, '')) ? [] : [`${path}: file names are kebab-case`];
}
