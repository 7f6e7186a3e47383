import type { AuditEntry } from '@winnow/contract'
import { useTranslation } from 'react-i18next'

/** The name of the user, with that of the impersonator, if any. */
export function useWho(): (entry: AuditEntry) => string {
  const { t } = useTranslation('audit')
  return ({ userName, impersonatorName }) =>
    impersonatorName === null ? userName : t('actingFor', { name: impersonatorName, user: userName })
}
