import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '#lib/i18n/languages.ts';
import { chooseTheme, readTheme, themes } from '#lib/theme.ts';
import { chooseLanguage } from '#product/kinds/choose-language.ts';
import { MenuHeading, MenuItem } from '#ui/menu-item.tsx';

/** Language and theme. */
export function DisplayMenuItems() {
  const { t, i18n } = useTranslation('shell');
  const [theme, setTheme] = useState(readTheme);
  return (
    <>
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
    </>
  );
}
