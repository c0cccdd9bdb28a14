import { readFileSync, writeFileSync } from 'node:fs';
import { dataModelFile, fillColumns, readTableColumns } from './data-model-page.ts';

// Second half of `npm run types`: the columns that docs/data-model.md lists.
writeFileSync(dataModelFile, fillColumns(readFileSync(dataModelFile, 'utf8'), readTableColumns()));
