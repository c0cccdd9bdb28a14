import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type AdminSearch, maxSearchLength } from './admin-search.ts';

type UserSearchProps = { search: string; onSearch: (search: AdminSearch) => void };

export function UserSearch({ search, onSearch }: UserSearchProps) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState(search);
  return (
    <search className="mt-6 block">
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch({ search: text.trim() === '' ? undefined : text.trim() });
        }}
      >
        <div className="min-w-0 flex-1 sm:max-w-md">
          <TextField
            type="search"
            name="search"
            label={t('search.label')}
            help={t('search.help')}
            maxLength={maxSearchLength}
            autoComplete="off"
            value={text}
            onChange={setText}
          />
        </div>
        {/* In line with the field, below the height of its name. */}
        <Button type="submit" className="mt-7">
          {t('search.action')}
        </Button>
      </form>
    </search>
  );
}
