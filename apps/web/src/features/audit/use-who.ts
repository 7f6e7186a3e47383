import type { AuditEntry } from '@winnow/contract'
import { useTranslation } from 'react-i18next'

/** Returns a function for the name of an entry's user, with the name of the impersonator if there is one. */
export function useWho(): (entry: AuditEntry) => string {
  const { t } = useTranslation('audit')
  return ({ userName, impersonatorName }) =>
    impersonatorName === null ? userName : t('actingFor', { name: impersonatorName, user: userName })
}
