import { getFile } from '@winnow/contract'
import { nodePermission } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import type { AlarmDeps } from './alarm-deps.ts'
import { auditDownload, auditLook } from './audit-look.ts'
import { serveFrame } from './serve-frame.ts'
import { findFrameFiles } from './shown-picture.ts'

interface Owner {
  alarmId: string
  position: number
  projectId: string
  siteId: string
  viewId: string
}

const FIRST_ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/**
 * Finds the frame of a file. A key contains the id of the message or of the alarm that the file was stored for, so that no index of keys is
 * needed.
 */
async function findOwner(tx: Tx, key: string): Promise<Owner | undefined> {
  const id = FIRST_ID.exec(key)?.[0]
  if (id === undefined) return undefined
  const { rows } = await sql<Owner>`
    select f.alarm_id as "alarmId", f.position, a.project_id as "projectId", a.site_id as "siteId", a.view_id as "viewId"
    from frame f join alarm a on a.id = f.alarm_id
    where f.alarm_id in (select ${id}::uuid union select s.alarm_id from signal s where s.id = ${id} and s.alarm_id is not null)
      and ${key} in (f.original_key, f.display_key, f.thumb_key)
    order by f.alarm_id, f.position limit 1`.execute(tx)
  return rows[0]
}

export function registerFiles(register: Register, { media, shown }: AlarmDeps): void {
  register.write(getFile, {
    async change(asked) {
      const { tx, actor, companyId, params } = asked
      const { key } = params
      const company = await tx.selectFrom('company').select('logo_key').where('id', '=', companyId).executeTakeFirst()
      if (company?.logo_key === key) return undefined
      const owner = await findOwner(tx, key)
      if (!owner || nodePermission(actor.grants, owner) === undefined) throw notFound()
      const files = await findFrameFiles(tx, owner.alarmId, owner.position)
      if (!files) throw notFound()
      await (key === files.originalKey && key !== files.displayKey ? auditDownload : auditLook)(asked, owner.alarmId)
      return files
    },
    async reply({ params: { key }, result: files, request, reply }) {
      // A file that browsers cannot show is sent as a download.
      const download = files !== undefined && key === files.originalKey && (await shown.keyOf(files)) !== key
      return serveFrame(media, key, request, reply, { download })
    },
  })
}
