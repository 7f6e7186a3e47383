import { IconHistory } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../lib/permissions/permissions.ts'
import { LinkButton } from './link-button.tsx'

/** A link to the audit log of one object, and for a user also to their own actions. Renders nothing without the permission. */
export function HistoryLink({
  subject,
  of,
}: {
  subject: { person: string } | { project: string } | { site: string } | { view: string }
  /** The object's name, for pages with several such links. */
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
