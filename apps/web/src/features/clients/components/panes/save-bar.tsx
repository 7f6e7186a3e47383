import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import css from './pane.module.css'

interface SaveBarProps<T extends object> {
  form: SchemaForm<T>
  /** What the user has to decide before saving, shown above the buttons. */
  children?: ReactNode
}

/** Saves or discards changes. Shown only while there are unsaved changes. Its button submits the surrounding form. */
export function SaveBar<T extends object>({ form, children }: SaveBarProps<T>) {
  const { t } = useTranslation(['clients', 'common'])
  if (!form.isDirty) return null
  const mustDecide = form.conflicts.fields.length > 0
  return (
    <div className={css['saveArea']}>
      {children}
      <div className={css['saveBar']} role="status">
        <span className={css['saveText']}>{t(mustDecide ? 'form.decideFirst' : 'form.unsaved')}</span>
        <Button onClick={form.reset} disabled={form.isPending}>
          {t('form.discard')}
        </Button>
        <Button type="submit" look="primary" loading={form.isPending} disabled={!form.isValid || mustDecide}>
          {t('common:save')}
        </Button>
      </div>
    </div>
  )
}
