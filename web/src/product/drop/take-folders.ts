import { showErrorToast, showMessageToast } from '#product/messages/message-toasts.ts';
import { readFolders } from './read-folders.ts';

/** Hands over the files of dropped folders; says so when there are none that can be used. */
export async function takeFolders(
  folders: readonly FileSystemDirectoryEntry[],
  take: (files: readonly File[]) => void,
  isUsable: (file: File) => boolean = () => true,
): Promise<void> {
  try {
    const files = (await readFolders(folders)).filter(isUsable);
    if (files.length > 0) take(files);
    else await showMessageToast('folder_without_files');
  } catch (error) {
    showErrorToast(error);
  }
}
