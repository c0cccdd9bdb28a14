import type { FrameBody, PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import { saveFile } from '#lib/save-file.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { cutFrame } from '#product/api/generations.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { downloadName, type ShownOutput } from '../outputs.ts';

/** Saves single frames of a finished video, and opens forms with its last one. */
export function useFrames(generation: PublicGeneration, output: ShownOutput | undefined) {
  const navigate = useNavigate();
  const { isRunning, run } = useSingleRun(showErrorToast);
  const cut = (at: FrameBody['at']) =>
    cutFrame(generation.id, { at, output: output ? generation.outputs.indexOf(output) : 0 });
  return {
    isCutting: isRunning,
    saveShown: () =>
      output && run(async () => saveFrame(generation, output, await cut(shownSeconds(output)))),
    /** Opens the form of a kind with the last frame in a field, and other settings as given. */
    openWithLast: (kindId: string, field: string, settings: Record<string, string> = {}) =>
      run(async () => {
        const address = await cut('last');
        await navigate({ ...kindTarget(kindId), search: { ...settings, [field]: address } });
      }),
  };
}

/** Position of this video's player in seconds; 0 when it has not been played. */
function shownSeconds({ url }: ShownOutput): number {
  const players = [...document.querySelectorAll('video')].filter(
    ({ src }) => new URL(src, location.href).href === new URL(url, location.href).href,
  );
  // The dialog's player, which comes last in the document, is the one in front.
  return players.findLast(({ currentTime }) => currentTime > 0)?.currentTime ?? 0;
}

function saveFrame(generation: PublicGeneration, output: ShownOutput, address: string): void {
  const name = downloadName(generation, output).replace(/\.[^.]+$/, '.png');
  const { pathname, href } = new URL(address);
  // Our own route without its host, which may be another name of this site's: a browser takes it for another site.
  saveFile(pathname.startsWith('/media/') ? pathname : href, name);
}
