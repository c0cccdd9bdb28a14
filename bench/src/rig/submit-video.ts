import { createVideoCall } from './create-video-call.ts';
import type { BenchUser } from './insert-users.ts';
import type { Rig } from './open-rig.ts';

/** Submits as the web app does, to one of the api processes; resolves with the generation's id. */
export async function submitVideo({ stack }: Rig, apiUrl: string, user: BenchUser): Promise<string> {
  const { method, path, headers, body } = createVideoCall(user, stack.url);
  const response = await fetch(`${apiUrl}${path}`, { method, headers, body });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The submission was answered ${response.status}: ${answer}`);
  return (JSON.parse(answer) as { id: string }).id;
}
