/** Most files of a folder that are read: no field takes as many. */
const maxFiles = 100;

/** The folders that are dropped; browsers list each among the files as well, as one without a type. */
export function droppedFolders(transfer: DataTransfer | null): FileSystemDirectoryEntry[] {
  return [...(transfer?.items ?? [])].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry?.() : null;
    return entry?.isDirectory ? [entry as FileSystemDirectoryEntry] : [];
  });
}

/** The files of folders and of all folders in them, by their names; hidden ones, which programs leave there, are none. */
export async function readFolders(folders: readonly FileSystemDirectoryEntry[]): Promise<File[]> {
  const files: File[] = [];
  const waiting: FileSystemDirectoryEntry[] = [...folders];
  for (let folder = waiting.shift(); folder && files.length < maxFiles; folder = waiting.shift()) {
    const entries = (await listEntries(folder)).filter(({ name }) => !name.startsWith('.'));
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
      if (entry.isDirectory) waiting.push(entry as FileSystemDirectoryEntry);
      else if (files.length < maxFiles) files.push(await toFile(entry as FileSystemFileEntry));
    }
  }
  return files;
}

/** A reader gives the entries in parts, the last of which is empty. */
async function listEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}

function toFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
