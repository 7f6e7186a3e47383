import type { AlarmRow } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { seesClients } from '../../../../lib/permissions/permissions.ts'
import { useUser } from '../../../../lib/session/session.ts'
import css from './facts.module.css'

/** Where the camera stands, as links for those who may see clients. */
export function CameraPath({ row }: { row: AlarmRow }) {
  const user = useUser()
  if (!seesClients(user))
    return (
      <div className={css['path']}>
        {row.projectName} / {row.siteName}
      </div>
    )
  return (
    <div className={css['path']}>
      <Link to="/cams/clients" search={{ project: row.projectId }}>
        {row.projectName}
      </Link>
      {' / '}
      <Link to="/cams/clients/u" search={{ site: row.siteId }}>
        {row.siteName}
      </Link>
      {' / '}
      <Link to="/cams/clients/u" search={{ cam: row.viewId }}>
        {row.viewName}
      </Link>
    </div>
  )
}
