import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/permissions/permissions.ts'
import { LinkButton } from './link-button.tsx'

/** Leads to what was done to one thing, and by it where it is a user; nothing for those who may not read the audit. */
export function HistoryLink({
  subject,
  of,
}: {
  subject: { person: string } | { project: string } | { site: string } | { view: string }
  /** Its name, where several such links stand on one page. */
  of?: string
}) {
  const { t } = useTranslation('audit')
  if (!useMay('audit.read')) return null
  return (
    <LinkButton
      to="/cams/audit-log"
      search={subject}
      look={of === undefined ? 'secondary' : 'subtle'}
      leftSection={<IconHistory size={16} aria-hidden="true" />}
      {...(of === undefined ? {} : { 'aria-label': t('history', { name: of }) })}
    >
      {t('historyLink')}
    </LinkButton>
  )
}
