import type { AlarmRow } from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import css from './facts.module.css'

/** The camera's path, as links for users who may see clients. */
export function CameraPath({ row }: { row: AlarmRow }) {
  const seesClients = useMay('clients.see')
  const names = `${row.projectName} / ${row.siteName}`
  if (!seesClients)
    return (
      <div className={css['path']} title={names}>
        {names}
      </div>
    )
  return (
    <div className={css['path']} title={names}>
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
