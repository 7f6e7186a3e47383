import type { ClientsSearch, UnitSearch } from '../clients-search.ts'
import type { TreeFilterSearch } from './tree-filter.ts'

export type NodeKind = 'project' | 'site' | 'view'

/** The content of the pane beside the tree. While something is added, `id` is its parent node. */
export type Selection =
  | { pane: 'none' }
  | { pane: 'add-project' }
  | { pane: 'project' | 'add-site' | 'site' | 'add-view' | 'view'; id: string }

/** Returns the pane of an address. A camera takes precedence over a site, and a site over a client. */
export function readSelection(search: ClientsSearch & UnitSearch): Selection {
  const adding = search.type === 'add'
  if (search.cam) return { pane: 'view', id: search.cam }
  if (search.site) return { pane: adding ? 'add-view' : 'site', id: search.site }
  if (search.project) return { pane: adding ? 'add-site' : 'project', id: search.project }
  return search.add === 'project' ? { pane: 'add-project' } : { pane: 'none' }
}

interface Address {
  to: '/cams/clients' | '/cams/clients/u'
  search: Partial<Omit<ClientsSearch & UnitSearch, keyof TreeFilterSearch>>
}

/** Returns the address of a pane. Sites and cameras have a separate page. */
export function addressOf(selection: Selection): Address {
  switch (selection.pane) {
    case 'none':
      return { to: '/cams/clients', search: {} }
    case 'add-project':
      return { to: '/cams/clients', search: { add: 'project' } }
    case 'project':
      return { to: '/cams/clients', search: { project: selection.id } }
    case 'add-site':
      return { to: '/cams/clients', search: { project: selection.id, type: 'add' } }
    case 'site':
      return { to: '/cams/clients/u', search: { site: selection.id } }
    case 'add-view':
      return { to: '/cams/clients', search: { site: selection.id, type: 'add' } }
    default:
      return { to: '/cams/clients/u', search: { cam: selection.id } }
  }
}

/** Returns the id of a pane's node. While a node is being added, returns the parent's id. */
export function idOf(selection: Selection): string | undefined {
  return 'id' in selection ? selection.id : undefined
}

/** Returns the kind of a pane's node. */
export function kindOf(selection: Selection): NodeKind | undefined {
  switch (selection.pane) {
    case 'project':
    case 'add-site':
      return 'project'
    case 'site':
    case 'add-view':
      return 'site'
    case 'view':
      return 'view'
    default:
      return undefined
  }
}
