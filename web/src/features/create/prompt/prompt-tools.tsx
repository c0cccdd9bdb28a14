import type { Kind } from '@atelier/catalog';
import Video from 'lucide-react/icons/video';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { Popover } from '#ui/popover.tsx';
import { isMoving } from '../form-facts.build.ts';
import { Earlier } from './earlier.tsx';
import { ToolButton } from './tool-button.tsx';

const CameraPanel = lazyPart(async () => {
  const [{ CameraPanel }] = await Promise.all([import('./camera-panel.tsx'), loadMessages('camera')]);
  return CameraPanel;
});

/** Tools in the foot of a prompt. */
export function PromptTools({ kind }: { kind: Kind }) {
  return (
    <>
      <Earlier hasPrompt />
      {isMoving[kind.medium] ? <Camera /> : null}
    </>
  );
}

/** Whether a picture can begin what the form makes, although the form has no field for files. */
export function takesFirstFrame({ medium, fields }: Kind): boolean {
  const hasFiles = Object.values(fields).some(({ widget }) => widget.type === 'upload');
  return isMoving[medium] === true && !hasFiles;
}

/** Opens the moves of a camera, which are sentences of the prompt. */
function Camera() {
  const { t } = useTranslation('create');
  return (
    <Popover
      align="start"
      className="w-72"
      renderButton={(props) => (
        <ToolButton icon={Video} {...props}>
          {t('camera')}
        </ToolButton>
      )}
    >
      {(close) => (
        <Suspense fallback={null}>
          <CameraPanel onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}
