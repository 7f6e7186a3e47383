import { useTranslation } from 'react-i18next'
import { checkEmail } from './check-email.ts'

/** The problem of an e-mail address as text; none for an empty one. */
export function useEmailProblem(): (email: string) => string | undefined {
  const { t } = useTranslation('common')
  return (email) => {
    const rule = email.trim() === '' ? undefined : checkEmail(email)
    return rule && t(`validation.${rule}`)
  }
}
