import { useTranslation } from 'react-i18next'
import { Dialog } from '../dialog.tsx'
import { CaptchaForm, type CaptchaFormProps } from './captcha-form.tsx'

interface CaptchaDialogProps extends CaptchaFormProps {
  onClose: () => void
}

/** A picture with letters and digits to be typed off. After an answer that was not good it shows another one. */
export function CaptchaDialog({ onClose, ...form }: CaptchaDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog opened onClose={onClose} title={t('captcha.title')} size="sm">
      <CaptchaForm key={form.turn} {...form} />
    </Dialog>
  )
}
