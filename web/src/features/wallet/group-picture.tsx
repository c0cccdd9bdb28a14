import type { LedgerGroup, LedgerLine } from '@atelier/contract';
import AudioLines from 'lucide-react/icons/audio-lines';
import Film from 'lucide-react/icons/film';
import Gift from 'lucide-react/icons/gift';
import Hourglass from 'lucide-react/icons/hourglass';
import ImageIcon from 'lucide-react/icons/image';
import MessageCircleQuestionMark from 'lucide-react/icons/message-circle-question-mark';
import PencilLine from 'lucide-react/icons/pencil-line';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';

import { useState } from 'react';

const ofKind = { purchase: ShoppingBag, grant: Gift, refund: Undo2, adjustment: PencilLine } as const;
const ofMedium = {
  video: Film,
  image: ImageIcon,
  audio: AudioLines,
  text: MessageCircleQuestionMark,
} as const;

/** The first result of a generation; without one an icon for what the group is. The text beside it says the same. */
export function GroupPicture({ group }: { group: LedgerGroup }) {
  const [isBroken, setBroken] = useState(false);
  const { poster_url: posterUrl } = group;
  const [first] = group.lines;
  const Icon = first ? iconOf(first, group) : Hourglass;
  return (
    <span className="grid h-10 w-14 shrink-0 place-items-center overflow-hidden rounded-sm bg-raised text-ink-faint">
      {posterUrl && !isBroken && first?.kind === 'reserve' ? (
        <img
          src={posterUrl}
          alt=""
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      )}
    </span>
  );
}

function iconOf({ kind, generation }: LedgerLine, group: LedgerGroup) {
  if (Object.hasOwn(ofKind, kind)) return ofKind[kind as keyof typeof ofKind];
  if (group.held > 0) return Hourglass;
  const wasCharged = group.lines.some((line) => line.kind === 'settle');
  const medium = generation?.medium ?? '';
  return wasCharged && Object.hasOwn(ofMedium, medium)
    ? ofMedium[medium as keyof typeof ofMedium]
    : TriangleAlert;
}
