import { meantFiles } from './meant-files.ts';
import { droppedFolders } from './read-folders.ts';
import { takeFolders } from './take-folders.ts';

export type DragListener = {
  /** Files from outside of the page are above it, or no more. */
  onOver: (isOver: boolean) => void;
  onDrop: (files: readonly File[]) => void;
};

/** Forms take files themselves from the moment at which they follow them. */
const earlyForm = 'form[data-takes-files]:not(:has([data-follows-files]))';

/**
 * Watches for files that are dragged onto the page from outside and dropped beside every field: fields take their own. A
 * text, a link or a picture that is dragged inside of the page is left alone. Files that are pasted while the page has an
 * early form are for it. Returns the function that stops it.
 */
export function watchDrags({ onOver, onDrop }: DragListener): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Browsers list a picture of the page among the files, too.
  let isFromPage = false;
  const hasFiles = ({ dataTransfer }: DragEvent) =>
    !isFromPage && dataTransfer?.types.includes('Files') === true;
  const isCovered = () => document.querySelector('dialog[open]') !== null;
  const fields = `input[type="file"], [data-upload-field]:not(${earlyForm} *)`;
  const isOnField = ({ target }: Event) => target instanceof Element && target.closest(fields) !== null;
  const listen = (
    name: 'dragstart' | 'dragend' | 'dragenter' | 'dragover' | 'dragleave' | 'drop',
    act: (event: DragEvent) => void,
  ) => window.addEventListener(name, act, { capture: true, signal });

  listen('dragstart', () => {
    isFromPage = true;
  });
  listen('dragend', () => {
    isFromPage = false;
  });
  listen('dragenter', (event) => {
    if (hasFiles(event)) onOver(!isOnField(event) && !isCovered());
  });
  listen('dragover', (event) => {
    if (!event.dataTransfer || !hasFiles(event) || isOnField(event)) return;
    event.preventDefault();
    if (isCovered()) event.dataTransfer.dropEffect = 'none';
  });
  listen('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) onOver(false);
  });
  listen('drop', (event) => {
    onOver(false);
    if (!hasFiles(event) || isOnField(event)) return;
    const files = meantFiles(event.dataTransfer, event.target);
    const folders = droppedFolders(event.dataTransfer);
    if (files.length + folders.length === 0 && event.dataTransfer?.files.length) return;
    // A browser would leave the page to show the file.
    event.preventDefault();
    event.stopPropagation();
    if (isCovered()) return;
    if (folders.length === 0) {
      if (files.length > 0) onDrop(files);
      return;
    }
    void takeFolders(folders, (more) => onDrop([...files, ...more]));
  });
  const onPaste = (event: ClipboardEvent) => {
    if (!document.querySelector(earlyForm) || isCovered()) return;
    const files = meantFiles(event.clipboardData, event.target);
    if (files.length === 0) return;
    event.preventDefault();
    onDrop(files);
  };
  document.addEventListener('paste', onPaste, { signal });
  return () => stopping.abort();
}
