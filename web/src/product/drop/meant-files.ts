import { droppedFolders } from './read-folders.ts';

const textField =
  'textarea, [contenteditable="true"], input:is(:not([type]), [type="text"], [type="url"], [type="search"], [type="email"], [type="number"])';

/**
 * The files that a user means by a paste or a drop. Office programs copy a text together with a picture of it: in a text
 * field the text is meant, and the browser inserts it. Elsewhere, and where there is no text, the files are. Folders are
 * no files: what is in them takes time to read.
 */
export function meantFiles(transfer: DataTransfer | null, target: EventTarget | null): File[] {
  const folders = droppedFolders(transfer).map(({ name }) => name);
  const files = [...(transfer?.files ?? [])].filter(
    ({ name, type }) => type !== '' || !folders.includes(name),
  );
  const isInText = target instanceof Element && target.closest(textField) !== null;
  return isInText && hasOwnText(transfer, files) ? [] : files;
}

/** Whether there is more text than the names, paths or addresses that file managers give with the files they copy. */
function hasOwnText(transfer: DataTransfer | null, files: readonly File[]): boolean {
  const lines = (transfer?.getData('text/plain') ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const names = files.flatMap(({ name }) => [name, encodeURIComponent(name), encodeURI(name)]);
  return lines.some((line) => !names.includes(line.trim().split(/[/\\]/).at(-1) ?? ''));
}
