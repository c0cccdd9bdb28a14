import Ellipsis from 'lucide-react/icons/ellipsis';
import Share2 from 'lucide-react/icons/share-2';
import { useTranslation } from 'react-i18next';
import { ShareAction } from '#product/share/share-action.tsx';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { menuItemClassName } from '#ui/menu-item.tsx';
import { DownloadControl, type DownloadProps, FormatMenu, filledDownload } from './download-control.tsx';
import { FirstStep, StepControl, StepFace } from './step-control.tsx';
import { useSteps } from './use-step.ts';

/** Number of steps below the one that fits best; the menu has the others. */
const shownCount = 4;

/** Actions on a work above its facts: download, share, and the next steps with their prices. */
export function PanelActions(work: DownloadProps) {
  const { t } = useTranslation(['viewer', 'preview']);
  const [first, ...others] = useSteps(work.generation, work.output);
  const rest = others.slice(shownCount);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div role="group" aria-label={t('viewer:actions')} className="grid gap-2 border-b border-line p-4 pt-3">
      <div className="flex gap-2">
        <DownloadControl {...work} className={filledDownload} iconPx={18} />
        <FormatMenu {...work} />
        <ShareAction
          generation={work.generation}
          label={t('viewer:share')}
          renderButton={(open) => (
            <Button aria-haspopup="dialog" onClick={open}>
              <Share2 size={18} aria-hidden="true" />
              {t('viewer:share')}
            </Button>
          )}
        />
        {rest.length > 0 ? (
          <Menu label={t('preview:more')} icon={<Ellipsis size={20} aria-hidden="true" />} className="w-72">
            {rest.map((id) => (
              <StepControl key={id} {...work} id={id} isInMenu className={menuItemClassName}>
                {(step) => <StepFace step={step} iconPx={16} />}
              </StepControl>
            ))}
          </Menu>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div role="group" aria-label={t('preview:acts.title')} className="grid gap-2">
        {first ? <FirstStep {...work} id={first} /> : null}
        <div className="grid grid-cols-2 gap-2">
          {others.slice(0, shownCount).map((id) => (
            <StepControl
              key={id}
              {...work}
              id={id}
              className="flex min-h-9 min-w-0 items-center gap-2 rounded-md bg-raised px-2.5 text-left text-sm font-medium text-ink transition-colors duration-150 hover:bg-hover aria-busy:opacity-80 pointer-coarse:min-h-11"
            >
              {(step) => <StepFace step={step} iconPx={16} />}
            </StepControl>
          ))}
        </div>
      </div>
    </div>
  );
}
