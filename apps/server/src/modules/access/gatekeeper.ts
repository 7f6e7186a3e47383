import { nodePermission } from '@winnow/domain'
import { inSystem, inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Gatekeeper } from '../../platform/http/register.ts'
import { isId } from '../../platform/ids.ts'
import { existsAnywhere, findPaths, findPlace } from './find-node-path.ts'
import { isWayToGranted } from './way-to-granted.ts'

/** Decides, for each id in a request, whether the caller may touch what it names. */
export function createScopeCheck(db: Db): Pick<Gatekeeper, 'permissionOn' | 'visible'> {
  return {
    async permissionOn(actor, ref, id, parentId) {
      if (!isId(id) || (parentId !== undefined && !isId(parentId))) return undefined
      if (ref.anyCompany && actor.permissions.has('companies.manage'))
        return (await inSystem(db, (tx) => existsAnywhere(tx, ref.kind, id))) ? 'write' : undefined
      const place = await inTenant(db, actor.companyId, (tx) => findPlace(tx, actor.companyId, ref, id, parentId))
      if (!place) return undefined
      if (place.at === 'company') return actor.grants.all ? actor.grants.permission : 'read'
      const permission = nodePermission(actor.grants, place.path)
      if (permission || !ref.way) return permission
      const leadsOn = await inTenant(db, actor.companyId, (tx) => isWayToGranted(tx, actor.grants, place.path))
      return leadsOn ? 'read' : undefined
    },
    async visible(actor, ref, ids) {
      const wellFormed = ids.filter(isId)
      if (wellFormed.length === 0) return new Set()
      return inTenant(db, actor.companyId, async (tx) => {
        const seen = new Set<string>()
        for (const [id, path] of await findPaths(tx, actor.companyId, ref.kind, wellFormed)) {
          const isVisible =
            nodePermission(actor.grants, path) || (ref.way && (await isWayToGranted(tx, actor.grants, path)))
          if (isVisible) seen.add(id)
        }
        return seen
      })
    },
  }
}
