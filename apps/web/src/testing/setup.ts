import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { connectionStore } from '../lib/connection/connection.ts'
import { exits } from '../lib/leave-page.ts'
import { sessionEnded } from '../lib/session/session-store.ts'
import { toastsStore } from '../ui/toasts/toast-store.ts'
import { withoutOwnerStacks } from './no-owner-stacks.ts'
import { quickStyle } from './quick-styles.ts'

// Time limit of `findBy…` and `waitFor`. They resolve as soon as the condition holds.
configure({ asyncUtilTimeout: 10_000 })

withoutOwnerStacks()

// What browsers have and jsdom lacks.

class QuietResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

vi.stubGlobal('ResizeObserver', QuietResizeObserver)

/** No server accepts websockets here. Tests of websockets use their own. */
class QuietWebSocket extends EventTarget {
  send() {}
  close() {}
}
vi.stubGlobal('WebSocket', QuietWebSocket)

// Test files run in threads of one process, which Node's channels go through, as no browser's go from one person to another.
const person = crypto.randomUUID()
const AnyonesChannel = BroadcastChannel
vi.stubGlobal(
  'BroadcastChannel',
  class extends AnyonesChannel {
    constructor(name: string) {
      super(`${person} ${name}`)
    }
  },
)

/** Media queries that hold just now; tests add to it. */
export const media = new Set<string>()
vi.stubGlobal('matchMedia', (query: string) =>
  Object.assign(new EventTarget(), { media: query, matches: media.has(query), onchange: null }),
)

// Charts measure the room they have; without any they draw nothing.
Element.prototype.getBoundingClientRect = function getBoundingClientRect(): DOMRect {
  return this.classList.contains('recharts-responsive-container') ? new DOMRect(0, 0, 800, 240) : new DOMRect()
}

vi.stubGlobal('getComputedStyle', quickStyle)
// Libraries ask the window of an element, which is not the global object of a test.
if (document.defaultView) document.defaultView.getComputedStyle = quickStyle

Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined

beforeEach(() => {
  exits.leave = vi.fn<typeof exits.leave>()
  exits.redirectTo = vi.fn<typeof exits.redirectTo>()
  media.clear()
  localStorage.clear()
  // What stores keep of it goes too, as when another tab cleared it: test files share their modules.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  history.replaceState(null, '', '/')
})

afterEach(() => {
  cleanup()
  // Where dialogs and lists are drawn stays otherwise.
  document.body.replaceChildren()
  sessionEnded()
  toastsStore.set([])
  connectionStore.set('ok')
})
