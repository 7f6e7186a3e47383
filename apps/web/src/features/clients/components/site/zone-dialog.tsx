import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormActions } from '../../../../ui/form-actions.tsx'
import css from './zone-hint.module.css'

export interface ZoneQuestion {
  /** The suggested zone. */
  zone: string
  userZone: string
  /** Whether the site has no zone of its own, so that the company's default is suggested. */
  isDefault: boolean
}

interface ZoneDialogProps {
  opened: boolean
  question: ZoneQuestion
  onYes: () => void
  /** Also called when the dialog is closed in another way. */
  onNo: () => void
}

/** Asks whether the user's times shall be shown in the suggested zone. */
export function ZoneDialog({ opened, question, onYes, onNo }: ZoneDialogProps) {
  const { t } = useTranslation(['clients', 'common', 'settings'])
  const { zone, userZone, isDefault } = question
  return (
    <Dialog opened={opened} onClose={onNo} title={t('site.userZone.title')}>
      <p className={css['text']}>
        {t(isDefault ? 'site.userZone.askDefault' : 'site.userZone.ask', { zone, userZone })}
      </p>
      <p className={css['note']}>{t('site.userZone.note', { tab: t('settings:tabs.date-time') })}</p>
      <FormActions>
        <Button onClick={onNo}>{t('common:no')}</Button>
        <Button look="primary" data-autofocus onClick={onYes}>
          {t('common:yes')}
        </Button>
      </FormActions>
    </Dialog>
  )
}
