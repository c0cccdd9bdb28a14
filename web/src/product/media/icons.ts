import type { Medium } from '@atelier/catalog';
import type { LucideIcon } from 'lucide-react';
import AudioLines from 'lucide-react/icons/audio-lines';
import Film from 'lucide-react/icons/film';
import ImageIcon from 'lucide-react/icons/image';
import ScanSearch from 'lucide-react/icons/scan-search';

/** Apart from the views: the menu of every page shows them and loads no pictures. */
export const mediumIcons: Readonly<Record<Medium, LucideIcon>> = {
  video: Film,
  image: ImageIcon,
  audio: AudioLines,
  text: ScanSearch,
};
