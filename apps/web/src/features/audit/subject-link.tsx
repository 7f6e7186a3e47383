import type { AuditEntry } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { managesUsers, may, seesClients } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { TimeText } from '../../ui/time-text.tsx'
import { useAuditWords } from './use-audit-words.ts'

/** What an entry is about, by its name, leading to it where it is still there and the reader may see it. */
export function SubjectLink({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('audit')
  const { objectWords } = useAuditWords()
  const user = useUser()
  const isOwn = entry.companyId === user.companyId
  const { objectType: kind, objectId, alarmReceivedAt } = entry
  const place = entry.places.at(-1)
  const name = entry.objectName ?? (kind === place?.kind ? place.name : objectWords(kind))
  if (entry.looks > 1 && place) return <PlaceLink place={place} isOpen={isOwn && seesClients(user)} />
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
  if (kind === 'user' && isOwn && managesUsers(user) && entry.objectName !== null)
    return (
      <Link to="/cams/account" search={{ search: entry.objectName }}>
        {entry.objectName}
      </Link>
    )
  if (!place) return <>{name}</>
  return <PlaceLink place={place} name={name} isOpen={isOwn && seesClients(user)} />
}

interface PlaceLinkProps {
  place: AuditEntry['places'][number]
  /** What stands at the place, where it is not the place itself. */
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
