import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { renderConsole } from '../../../testing/render-console.tsx'
import { clearSelected } from '../state/selected-nodes.ts'
import { loadedStore } from '../state/tree-pages.ts'
import { expandedStore, filterExpandedStore } from '../state/tree-store.ts'
import { ClientsServer } from './clients-server.ts'

const HEIGHT = 640
const WIDTH = 900
const SCROLLABLE = 100_000

/** Scrolls like a browser, which sends the event later: never while React is rendering. */
function jump(this: HTMLElement, to?: ScrollToOptions | number) {
  if (typeof to !== 'object') return
  this.scrollTop = to.top ?? 0
  queueMicrotask(() =>
    act(() => {
      this.dispatchEvent(new Event('scroll'))
    }),
  )
}

/** Opens the clients screen with a small server. */
export async function openClients(path = '/cams/clients', server = new ClientsServer()) {
  // jsdom has no layout, but lists show rows only if they have a size.
  for (const side of ['offsetHeight', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(HEIGHT)
  for (const side of ['offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(WIDTH)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(SCROLLABLE)
  HTMLElement.prototype.scrollTo = jump
  expandedStore.set(new Set())
  filterExpandedStore.set(new Set())
  loadedStore.set({ filter: {}, levels: new Map() })
  clearSelected()
  const rendered = await renderConsole(path, { api: server.api })
  const tree = await screen.findByRole('tree')
  return { ...rendered, server, tree }
}

/** Finds a row of the tree by its name. */
export const line = (name: string) => screen.findByRole('treeitem', { name })
export const heading = (name: string) => screen.findByRole('heading', { name, level: 2 })
