import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import css from './clients-screen.module.css'

/** Asks before typed changes are lost. */
export function UnsavedDialog({
  opened,
  onStay,
  onLeave,
}: {
  opened: boolean
  onStay: () => void
  onLeave: () => void
}) {
  const { t } = useTranslation('clients')
  return (
    <Dialog opened={opened} onClose={onStay} title={t('unsaved.title')}>
      <p className={css['dialogText']}>{t('unsaved.body')}</p>
      <div className={css['dialogActions']}>
        <Button look="danger" onClick={onLeave}>
          {t('unsaved.leave')}
        </Button>
        <Button look="primary" onClick={onStay} data-autofocus>
          {t('unsaved.stay')}
        </Button>
      </div>
    </Dialog>
  )
}
