import { nodePermission, type NodePermission } from '@winnow/domain'
import { inSystem, inTenant, type Db } from '../../platform/db/transaction.ts'
import type { Gatekeeper } from '../../platform/http/register.ts'
import { isId } from '../../platform/ids.ts'
import { findAnywhere, findPlaces } from './find-places.ts'
import { waysToGranted } from './way-to-granted.ts'

/** Decides which of the ids in a request the caller may touch. The number of queries does not grow with that of the ids. */
export function createScopeCheck(db: Db): Pick<Gatekeeper, 'permissionsOn'> {
  return {
    async permissionsOn(actor, ref, ids, parentId) {
      const known = [...new Set(ids.filter(isId))]
      if (known.length === 0 || (parentId !== undefined && !isId(parentId))) return new Map()
      if (ref.anyCompany && actor.permissions.has('companies.manage')) {
        const found = await inSystem(db, (tx) => findAnywhere(tx, ref.kind, known))
        return new Map(found.map((id) => [id, 'write']))
      }
      const { companyId, grants } = actor
      return inTenant(db, companyId, async (tx) => {
        const wanted = { companyId, kind: ref.kind, ids: known, parentId, deleted: ref.foreign === 'empty' }
        const permissions = new Map<string, NodePermission>()
        const outOfSight: string[] = []
        for (const [id, place] of await findPlaces(tx, wanted)) {
          const permission =
            place.at === 'node' ? nodePermission(grants, place.path) : grants.all ? grants.permission : 'read'
          if (permission) permissions.set(id, permission)
          else outOfSight.push(id)
        }
        if (ref.way) for (const id of await waysToGranted(tx, grants, ref.kind, outOfSight)) permissions.set(id, 'read')
        return permissions
      })
    },
  }
}
