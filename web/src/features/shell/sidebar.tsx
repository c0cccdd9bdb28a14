import { useTranslation } from 'react-i18next';
import { Sheet } from '#ui/sheet.tsx';
import { useSidebar } from './sidebar-context.tsx';
import { SidebarMenu } from './sidebar-menu.tsx';

/** The menu at the left edge from 768 px on; below that a sheet. */
export function Sidebar() {
  const { t } = useTranslation('shell');
  const { isSheetOpen, closeSheet } = useSidebar();
  return (
    <>
      <aside className="sticky top-0 z-20 hidden h-dvh w-64 shrink-0 border-r border-line bg-surface transition-[width] duration-200 ease-calm md:block collapsed:w-15">
        <SidebarMenu />
      </aside>
      <Sheet isOpen={isSheetOpen} onClose={closeSheet} title={t('menu.title')} closeLabel={t('close')}>
        <SidebarMenu isInSheet onFollow={closeSheet} />
      </Sheet>
    </>
  );
}
