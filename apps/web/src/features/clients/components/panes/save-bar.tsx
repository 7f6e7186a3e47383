import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import css from './pane.module.css'

/** Saves or discards changes. Shown only while there are unsaved changes. Its button submits the surrounding form. */
export function SaveBar<T extends object>({ form }: { form: SchemaForm<T> }) {
  const { t } = useTranslation(['clients', 'common'])
  if (!form.isDirty) return null
  return (
    <div className={css['saveBar']} role="status">
      <span className={css['saveText']}>{t('form.unsaved')}</span>
      <Button onClick={form.reset} disabled={form.isPending}>
        {t('form.discard')}
      </Button>
      <Button type="submit" look="primary" loading={form.isPending} disabled={!form.isValid}>
        {t('common:save')}
      </Button>
    </div>
  )
}
