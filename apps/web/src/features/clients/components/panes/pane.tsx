import type { ClientsSearch } from '../../clients-search.ts'
import type { Selection } from '../../model/selection.ts'
import type { NodeRef } from '../../state/use-node-actions.ts'
import { AddProjectPane } from './add-project-pane.tsx'
import { AddSitePane } from './add-site-pane.tsx'
import { AddViewPane } from './add-view-pane.tsx'
import { NonePane } from './none-pane.tsx'
import { ProjectPane } from './project-pane.tsx'
import { SitePane } from './site-pane.tsx'
import { ViewPane } from './view-pane.tsx'

export interface PaneProps {
  id: string
  tab: ClientsSearch['tab']
  /** Opens another pane; asks first when something is not saved. */
  go: (to: Selection) => void
  /** Opens another pane after saving. */
  finish: (to: Selection) => void
  onDelete: (node: NodeRef) => void
}

interface Props extends Omit<PaneProps, 'id'> {
  selection: Selection
  /** There is no client yet. */
  isEmpty: boolean
}

/** The pane beside the tree. Each node has a pane of its own, so that nothing typed in one shows in another. */
export function Pane({ selection, isEmpty, ...props }: Props) {
  switch (selection.pane) {
    case 'none':
      return <NonePane isEmpty={isEmpty} go={props.go} />
    case 'add-project':
      return <AddProjectPane {...props} />
    case 'project':
      return <ProjectPane key={selection.id} id={selection.id} {...props} />
    case 'add-site':
      return <AddSitePane key={selection.id} id={selection.id} {...props} />
    case 'site':
      return <SitePane key={selection.id} id={selection.id} {...props} />
    case 'add-view':
      return <AddViewPane key={selection.id} id={selection.id} {...props} />
    default:
      return <ViewPane key={selection.id} id={selection.id} {...props} />
  }
}
