import type { Selection } from '../../model/selection.ts'
import { AddProjectPane } from './add-project-pane.tsx'
import { AddSitePane } from './add-site-pane.tsx'
import { AddViewPane } from './add-view-pane.tsx'
import { NonePane } from './none-pane.tsx'
import type { PaneProps } from './pane-props.ts'
import { ProjectPane } from './project-pane.tsx'
import { SitePane } from './site-pane.tsx'
import { ViewPane } from './view-pane.tsx'

interface Props extends Omit<PaneProps, 'id'> {
  selection: Selection
  /** Whether there is no client yet. */
  isEmpty: boolean
}

/** The pane beside the tree. Each node has its own, so that text typed in one does not appear in another. */
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
