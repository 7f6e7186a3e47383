import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAbort, UnauthorisedError } from '../../../lib/api/api-errors.ts'
import { useCommands } from '../../../lib/commands/use-commands.ts'
import { useMay } from '../../../lib/permissions/permissions.ts'
import { Button } from '../../../ui/button.tsx'
import { PageLayout } from '../../../ui/page-layout.tsx'
import { toastOfError } from '../../../ui/toasts/error-toast.ts'
import { useIsNarrow } from '../../../ui/use-is-narrow.ts'
import { clientsSearch, unitSearch, type ClientsSearch, type UnitSearch } from '../clients-search.ts'
import {
  addressOf,
  idOf,
  isSamePane,
  kindOf,
  type NodeKind,
  readSelection,
  type Selection,
} from '../model/selection.ts'
import { nodeQuery } from '../state/tree-queries.ts'
import { focusPaneSoon } from '../state/focus-pane.ts'
import { expandedStore, openNodes } from '../state/tree-store.ts'
import { forgetUnsaved, unsavedStore } from '../state/unsaved.ts'
import { useNodeActions, type NodeRef } from '../state/use-node-actions.ts'
import { useOpenPath } from '../state/use-open-path.ts'
import { useTree } from '../state/use-tree.ts'
import css from './clients-screen.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import { Pane } from './panes/pane.tsx'
import { TreePanel } from './tree/tree-panel.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'

type Search = ClientsSearch & UnitSearch

const selectionAt = (search: unknown): Selection =>
  readSelection({ ...clientsSearch.parse(search), ...unitSearch.parse(search) })

/** The clients screen: the tree and, beside it, the pane of what is open. */
export function ClientsScreen({ search }: { search: Search }) {
  const { t } = useTranslation('clients')
  const { t: tErrors } = useTranslation(['common', 'errors'])
  const navigate = useNavigate()
  const queries = useQueryClient()
  const narrow = useIsNarrow()
  const mayCreate = useMay('project.create')
  const actions = useNodeActions()
  const selection = readSelection(search)
  const selectedId = idOf(selection)
  const path = useOpenPath(kindOf(selection), selectedId)
  const context = search.contextProjectId
  const tree = useTree(context ?? path?.projectId)
  const screenRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const [busyId, setBusyId] = useState<string>()
  const [deleting, setDeleting] = useState<NodeRef>()

  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsavedStore.get().size > 0 &&
      !(next.pathname.startsWith('/cams/clients') && isSamePane(selectionAt(current.search), selectionAt(next.search))),
    enableBeforeUnload: () => unsavedStore.get().size > 0,
    withResolver: true,
  })

  const go = (to: Selection) => void navigate(addressOf(to))
  /** After something was saved: what the form held is no longer to be asked about. */
  const finish = (to: Selection) => {
    forgetUnsaved()
    go(to)
    focusPaneSoon(() => screenRef.current, to.pane !== 'none')
  }
  // The newest choice wins: a slow pane of an earlier one must not open over it.
  const wish = useRef<string>(undefined)
  const select = async (kind: NodeKind, id: string) => {
    if (selection.pane === kind && selectedId === id) return
    wish.current = id
    setBusyId(id)
    try {
      await queries.fetchQuery({ ...nodeQuery(kind, id), staleTime: 15_000 })
      if (wish.current === id) go({ pane: kind, id })
    } catch (error) {
      // The pane could not be loaded: what was open stays open.
      if (wish.current === id && !(error instanceof UnauthorisedError) && !isAbort(error))
        toastOfError({ type: 'error', kind: 'request', error, id: 'clients.pane' }, tErrors)
    } finally {
      if (wish.current === id) setBusyId(undefined)
    }
  }

  useEffect(() => {
    if (path) openNodes(...path.above)
  }, [path])
  useCommands('clients', [
    {
      id: 'clients.search',
      name: 'clients:command.search',
      section: 'shell:section.clients',
      keys: ['/'],
      run: () => searchRef.current?.focus(),
    },
    {
      id: 'clients.add',
      name: 'clients:command.add',
      section: 'shell:section.clients',
      keys: ['N'],
      when: () => mayCreate,
      run: () => go({ pane: 'add-project' }),
    },
  ])

  const deleted = (node: NodeRef) => {
    const touched = path && [path.projectId, ...path.above, selectedId].includes(node.id)
    if (touched || selectedId === node.id) finish(node.kind === 'project' ? { pane: 'none' } : parentPane(node))
    if (node.kind !== 'view' && expandedStore.get().has(node.id))
      expandedStore.set((ids) => new Set([...ids].filter((id) => id !== node.id)))
  }
  const showTree = !narrow || selection.pane === 'none'
  return (
    <PageLayout title={t('title')} variant="flush" hideHeader>
      <div ref={screenRef} className={css['screen']}>
        {showTree && (
          <TreePanel
            tree={tree}
            actions={actions}
            searchRef={searchRef}
            selectedId={busyId ?? selectedId}
            busyId={busyId}
            scrollTo={context ?? selectedId}
            onSelect={(kind, id) => void select(kind, id)}
            onAddProject={() => go({ pane: 'add-project' })}
            onAddBelow={(kind, id) => {
              openNodes(id)
              go({ pane: kind === 'project' ? 'add-site' : 'add-view', id })
            }}
            onDelete={setDeleting}
          />
        )}
        {(!narrow || selection.pane !== 'none' || tree.total === 0) && (
          <div className={css['pane']} data-empty={(narrow && selection.pane === 'none') || undefined}>
            {narrow && selection.pane !== 'none' && (
              <Button
                look="subtle"
                size="compact-sm"
                leftSection={<IconArrowLeft size={16} />}
                onClick={() => go({ pane: 'none' })}
              >
                {t('back')}
              </Button>
            )}
            <Pane
              selection={selection}
              tab={search.tab}
              isEmpty={tree.pages.data !== undefined && tree.total === 0}
              go={go}
              finish={finish}
              onDelete={setDeleting}
            />
          </div>
        )}
      </div>
      <DeleteDialog node={deleting} actions={actions} onDeleted={deleted} onClose={() => setDeleting(undefined)} />
      <UnsavedDialog
        opened={blocker.status === 'blocked'}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </PageLayout>
  )
}

/** Where one is when a site or camera is gone. */
function parentPane(node: NodeRef): Selection {
  if (node.kind === 'view' && node.siteId) return { pane: 'site', id: node.siteId }
  return { pane: 'project', id: node.projectId }
}
