import type { MailTemplate } from '@winnow/contract'
import { useTranslation } from 'react-i18next'

/** The names of the systems whose mails templates are for. */
export function useSystemName(): (system: MailTemplate['system']) => string {
  const { t } = useTranslation('mailTemplates')
  return (system) => ({ sentinel: 'Sentinel', rialto: 'Rialto', other: t('system.other') })[system]
}
