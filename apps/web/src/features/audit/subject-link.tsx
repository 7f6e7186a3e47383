import type { AuditEntry } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { may } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { useAuditWords } from './use-audit-words.ts'

/** The object of an entry, as a link if it still exists and the reader may see it. */
export function SubjectLink({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { objectWords } = useAuditWords()
  const user = useUser()
  const isOwn = entry.companyId === user.companyId
  const { objectType: kind, objectId, alarmReceivedAt } = entry
  const place = entry.places.at(-1)
  const name = entry.objectName ?? (kind === place?.kind ? place.name : objectWords(kind))
  if (entry.looks > 1 && place) return <PlaceLink place={place} isOpen={isOwn && may(user, 'clients.see')} />
  if (kind === 'alarm') {
    const words = place ? place.name : name
    if (alarmReceivedAt === null || objectId === null) return <>{t('gone', { name: words })}</>
    const alarm = (
      <>
        {words} · <TimeText at={alarmReceivedAt} />
      </>
    )
    if (!isOwn || !may(user, 'alarm.read')) return alarm
    return (
      <Link to="/cams/alarms/{-$id}" params={{ id: objectId }}>
        {alarm}
      </Link>
    )
  }
  if (kind === 'user' && isOwn && may(user, 'users.open') && entry.objectName !== null)
    return (
      <Link to="/cams/account" search={{ search: entry.objectName }}>
        {entry.objectName}
      </Link>
    )
  if (!place) return <>{name}</>
  return <PlaceLink place={place} name={name} isOpen={isOwn && may(user, 'clients.see')} />
}

interface PlaceLinkProps {
  place: AuditEntry['places'][number]
  /** The name of the object; by default that of the place. */
  name?: string
  isOpen: boolean
}

function PlaceLink({ place: { kind, id, name: placeName, deleted }, name = placeName, isOpen }: PlaceLinkProps) {
  const { t } = useTranslation('audit')
  const words = name === placeName ? name : `${name} · ${placeName}`
  if (deleted) return <>{t('gone', { name: words })}</>
  if (!isOpen) return <>{words}</>
  if (kind === 'project')
    return (
      <Link to="/cams/clients" search={{ project: id }}>
        {words}
      </Link>
    )
  return (
    <Link to="/cams/clients/u" search={kind === 'site' ? { site: id } : { cam: id }}>
      {words}
    </Link>
  )
}
