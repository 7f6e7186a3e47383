import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { CaptchaForm, type CaptchaFormProps } from './captcha-form.tsx'

interface CaptchaDialogProps extends CaptchaFormProps {
  onClose: () => void
}

/** Shows a picture with letters and digits to type. After a wrong answer it shows another one. */
export function CaptchaDialog({ onClose, ...form }: CaptchaDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog opened onClose={onClose} title={t('captcha.title')} size="sm">
      <CaptchaForm key={form.turn} {...form} />
    </Dialog>
  )
}
