import type { ScopedKind } from '@winnow/contract'
import { nodePermission, type Grants, type NodePermission } from '@winnow/domain'
import { beyondCompany, inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Gatekeeper } from '../../platform/http/gate.ts'
import { isId } from '../../platform/ids.ts'
import { companiesOf, findPlaces, type Wanted } from './find-places.ts'
import { waysToGranted } from './way-to-granted.ts'

/** Whether the caller may change anything in the company. */
export const mayChangeSome = (grants: Grants): boolean =>
  grants.all
    ? grants.permission === 'write'
    : [grants.projects, grants.sites, grants.views].some((granted) => [...granted.values()].includes('write'))

/**
 * Returns the caller's right to an object that belongs to no node of the tree. A group gives access to no node, so only the permission that
 * its operations require decides who may change it. An operation on many nodes names the company, a job or a schedule. Its handler leaves out the nodes
 * that the caller may not change.
 */
function besideTree(grants: Grants, kind: ScopedKind): NodePermission {
  if (kind === 'group') return 'write'
  if (kind === 'company' || kind === 'job' || kind === 'schedule') return mayChangeSome(grants) ? 'write' : 'read'
  return grants.all ? grants.permission : 'read'
}

/** Decides which of the ids in a request the caller may use. The number of queries does not depend on the number of ids. */
export function createScopeCheck(db: Db): Pick<Gatekeeper, 'companiesOf' | 'permissionsOn'> {
  return {
    async companiesOf(kind, ids) {
      const known = [...new Set(ids.filter(isId))]
      return known.length === 0 ? new Map() : beyondCompany(db, 'gate', (tx) => companiesOf(tx, kind, known))
    },
    async permissionsOn({ companyId, grants }, ref, { ids, parentId, tx: open }) {
      const known = [...new Set(ids.filter(isId))]
      if (known.length === 0 || (parentId !== undefined && !isId(parentId))) return new Map()
      const wanted: Wanted = { companyId, kind: ref.kind, ids: known, parentId, deleted: ref.foreign === 'empty' }
      const look = async (tx: Tx) => {
        const permissions = new Map<string, NodePermission>()
        const outOfSight: string[] = []
        for (const [id, place] of await findPlaces(tx, wanted)) {
          const permission = place.at === 'node' ? nodePermission(grants, place.path) : besideTree(grants, ref.kind)
          if (permission) permissions.set(id, permission)
          else outOfSight.push(id)
        }
        if (ref.way) for (const id of await waysToGranted(tx, grants, ref.kind, outOfSight)) permissions.set(id, 'read')
        return permissions
      }
      return open ? look(open) : inTenant(db, companyId, look, { readOnly: true })
    },
  }
}
