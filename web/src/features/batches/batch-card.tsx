import type { PublicBatch } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Layers from 'lucide-react/icons/layers';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { Menu } from '#ui/menu.tsx';
import { type BatchActions, BatchMenuItems } from './batch-actions.tsx';
import { BatchProgress } from './batch-progress.tsx';

type BatchCardProps = { batch: PublicBatch; actions: BatchActions };

/** A batch: its covers open the wall, its menu changes it. */
export function BatchCard({ batch, actions }: BatchCardProps) {
  const { id, name, created_at } = batch;
  const { t, i18n } = useTranslation('batches');
  return (
    <li data-batch={id} className="group relative min-w-0">
      <Mosaic covers={batch.covers} />
      <div className="mt-2 flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <h2 title={name} dir="auto" className="truncate font-medium">
            <Link
              to="/creator/batches/{-$id}"
              params={{ id }}
              aria-label={t('open', { name })}
              className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent-text"
            >
              {name}
            </Link>
          </h2>
          <p className="text-sm text-ink-soft">
            {t('lines', { count: batch.lines })} ·{' '}
            {formatRelativeTime(Date.parse(created_at), serverNow(), i18n.language)}
          </p>
          <BatchProgress batch={batch} />
        </div>
        <div className="relative z-10 -mr-2">
          <Menu
            label={t('actionsOf', { name })}
            tooltipSide="left"
            icon={<EllipsisVertical size={18} aria-hidden="true" />}
          >
            <BatchMenuItems batch={batch} actions={actions} />
          </Menu>
        </div>
      </div>
    </li>
  );
}

/** Up to four results as one picture; a broken one leaves its place empty. */
function Mosaic({ covers }: { covers: readonly string[] }) {
  const shown = covers.length > 3 ? covers.slice(0, 4) : covers.slice(0, 1);
  return (
    <span className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-lg bg-stage text-ink-faint">
      {shown.length === 0 ? <Layers size={32} aria-hidden="true" /> : null}
      <span
        className="absolute inset-0 grid gap-0.5"
        style={shown.length > 1 ? { gridTemplate: '1fr 1fr / 1fr 1fr' } : undefined}
      >
        {shown.map((src) => (
          <img
            key={src}
            src={src}
            alt=""
            loading="lazy"
            decoding="async"
            onError={(event) => event.currentTarget.remove()}
            className="size-full min-h-0 object-cover"
          />
        ))}
      </span>
    </span>
  );
}
