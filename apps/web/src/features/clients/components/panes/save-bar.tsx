import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import css from './pane.module.css'

interface SaveBarProps {
  dirty: boolean
  busy: boolean
  invalid?: boolean
  onReset: () => void
}

/** Saves or drops what was changed; there only while something was. Its button submits the form around it. */
export function SaveBar({ dirty, busy, invalid, onReset }: SaveBarProps) {
  const { t } = useTranslation(['clients', 'common'])
  if (!dirty) return null
  return (
    <div className={css['saveBar']} role="status">
      <span className={css['saveText']}>{t('form.unsaved')}</span>
      <Button onClick={onReset} disabled={busy}>
        {t('form.discard')}
      </Button>
      <Button type="submit" look="primary" loading={busy} disabled={invalid}>
        {t('common:save')}
      </Button>
    </div>
  )
}
