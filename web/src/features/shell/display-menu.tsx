import Languages from 'lucide-react/icons/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '#lib/i18n/i18n.ts';
import { languages } from '#lib/i18n/languages.ts';
import { chooseTheme, readTheme, themes } from '#lib/theme/theme.ts';
import { Menu } from '#ui/menu.tsx';
import { MenuHeading } from '#ui/menu-heading.tsx';
import { MenuItem } from '#ui/menu-item.tsx';

/** Language and theme. */
export function DisplayMenu() {
  const { t, i18n } = useTranslation('shell');
  const [theme, setTheme] = useState(readTheme);
  return (
    <Menu label={t('display.title')} icon={<Languages size={18} aria-hidden="true" />}>
      <MenuHeading text={t('display.language')} />
      {languages.map(({ tag, name }) => (
        <MenuItem key={tag} isChecked={i18n.language === tag} onSelect={() => void chooseLanguage(tag)}>
          <span lang={tag}>{name}</span>
        </MenuItem>
      ))}
      <MenuHeading text={t('display.theme')} />
      {themes.map((option) => (
        <MenuItem
          key={option}
          isChecked={theme === option}
          onSelect={() => {
            chooseTheme(option);
            setTheme(option);
          }}
        >
          {t(`display.${option}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
