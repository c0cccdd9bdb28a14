import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/text-field.tsx';

const wholeCode = /^[a-z]{4}[\s-]?[a-z]{4}$/i;

/** Takes the code that a device shows. */
export function CodeForm() {
  const { t } = useTranslation('developers');
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isWhole = wholeCode.test(code.trim());
  return (
    <form
      noValidate
      className="mt-6 grid max-w-sm gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        const id = code.trim().replace(/[\s-]/, '').toUpperCase();
        if (isWhole) void navigate({ to: '/connect/{-$id}', params: { id } });
      }}
    >
      <TextField
        name="user_code"
        label={t('connect.code.label')}
        help={t('connect.code.help')}
        placeholder="BCDF-GHJK"
        autoComplete="off"
        value={code}
        onChange={setCode}
        error={isChecked && !isWhole ? t('connect.code.invalid') : undefined}
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        {t('connect.code.do')}
      </Button>
    </form>
  );
}
