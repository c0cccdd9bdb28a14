import Blend from 'lucide-react/icons/blend';
import Brush from 'lucide-react/icons/brush';
import Captions from 'lucide-react/icons/captions';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Eraser from 'lucide-react/icons/eraser';
import Gem from 'lucide-react/icons/gem';
import ImagePlay from 'lucide-react/icons/image-play';
import ImageUpscale from 'lucide-react/icons/image-upscale';
import Images from 'lucide-react/icons/images';
import Mic from 'lucide-react/icons/mic';
import MonitorUp from 'lucide-react/icons/monitor-up';
import Music from 'lucide-react/icons/music';
import Pencil from 'lucide-react/icons/pencil';
import PersonStanding from 'lucide-react/icons/person-standing';
import SquarePlay from 'lucide-react/icons/square-play';
import Volume2 from 'lucide-react/icons/volume-2';
import Zap from 'lucide-react/icons/zap';
import type { ComponentType } from 'react';
import { mediumIcons } from '#product/media/icons.ts';
import { getMenuGroup, media } from '#product/media-facts.build.ts';
import type { MenuGroup } from '#product/navigation/menu.ts';

/** One for each page, so that the collapsed sidebar can be read; a page that is not named here has its group's. */
const pageIcons: Readonly<Record<string, ComponentType<{ size: number }>>> = {
  'text-to-video-pro': Clapperboard,
  'wan-v2-2-5b': Zap,
  'wan-v2-2-a14b': Gem,
  'first-to-last-frame': Blend,
  vace: Brush,
  'wan-v2-2-animate-move': PersonStanding,
  'topaz-upscale-video': MonitorUp,
  'image-to-video-pro': SquarePlay,
  'image-to-image': Images,
  edit: Pencil,
  upscale: ImageUpscale,
  'remove-background': Eraser,
  'sound-effects': Volume2,
  music: Music,
  'text-to-speech': Mic,
  transcription: Captions,
};

const groupIcons: Partial<Record<string, ComponentType<{ size: number }>>> = {
  ...Object.fromEntries(media.map((medium) => [getMenuGroup[medium], mediumIcons[medium]])),
  'image-to-video': ImagePlay,
};

/** The icon of a page of the menu, by its id. */
export function MenuIcon({ id, group }: { id: string; group: MenuGroup }) {
  const Icon = pageIcons[id] ?? groupIcons[group];
  return Icon ? <Icon size={16} /> : null;
}
