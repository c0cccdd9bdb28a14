import { DreamySunset } from './scenes/dreamy-sunset.tsx';
import { MoonlitBeach } from './scenes/moonlit-beach.tsx';
import { SpaceNebula } from './scenes/space-nebula.tsx';
import { UrbanRooftop } from './scenes/urban-rooftop.tsx';

const scenes = {
  'dreamy-sunset': DreamySunset,
  'moonlit-beach': MoonlitBeach,
  'space-nebula': SpaceNebula,
  'urban-rooftop': UrbanRooftop,
};

export type SceneId = keyof typeof scenes;
export const sceneIds = Object.keys(scenes) as SceneId[];

/**
 * A drawn frame of 16:9 that covers its box. Gradients are found by their id in the whole document, so a page may
 * show the same scene only once.
 */
export function Scene({ id, className }: { id: SceneId; className?: string }) {
  const Drawing = scenes[id];
  return (
    <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className={className}>
      <Drawing />
    </svg>
  );
}
