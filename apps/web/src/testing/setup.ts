import { Popover } from '@mantine/core'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { connectionStore } from '../lib/connection/connection.ts'
import { exits } from '../lib/leave-page.ts'
import { sessionEnded } from '../lib/session/session-store.ts'
import { mantineTheme } from '../theme/mantine-theme.ts'
import { toastsStore } from '../ui/toasts/toast-store.ts'
import { withoutAnimations } from './no-animations.ts'
import { withoutOwnerStacks } from './no-owner-stacks.ts'
import { withoutPageWhileWaiting } from './no-page-while-waiting.ts'
import { quickStyle } from './quick-styles.ts'

// Time limit of `findBy…` and `waitFor`. They resolve as soon as the condition holds.
configure({ asyncUtilTimeout: 10_000 })

withoutOwnerStacks()
withoutPageWhileWaiting()

// Replacements for APIs that browsers have and jsdom lacks.

class QuietResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

vi.stubGlobal('ResizeObserver', QuietResizeObserver)

/** A websocket that never opens. Tests of websockets use their own replacement. */
class QuietWebSocket extends EventTarget {
  send() {}
  close() {}
}
vi.stubGlobal('WebSocket', QuietWebSocket)

// Test files run in threads of one process, and Node's broadcast channels connect these threads. The channels of different test files get
// different names, so that each file is separate, like the browser of another person.
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

/** The media queries that currently match. Tests add theirs. */
export const media = new Set<string>()
const mediaChanges = new EventTarget()
vi.stubGlobal('matchMedia', (query: string) => ({
  media: query,
  matches: media.has(query),
  onchange: null,
  addEventListener: mediaChanges.addEventListener.bind(mediaChanges),
  removeEventListener: mediaChanges.removeEventListener.bind(mediaChanges),
}))

/** Makes a media query match from now on, as when the window gets narrower. */
export function matchFromNow(query: string): void {
  media.add(query)
  mediaChanges.dispatchEvent(new Event('change'))
}

// Charts measure their available space, and draw nothing if it is empty.
Element.prototype.getBoundingClientRect = function getBoundingClientRect(): DOMRect {
  return this.classList.contains('recharts-responsive-container') ? new DOMRect(0, 0, 800, 240) : new DOMRect()
}

vi.stubGlobal('getComputedStyle', quickStyle)
// Libraries call the function of an element's window, which is not the global object of a test.
if (document.defaultView) document.defaultView.getComputedStyle = quickStyle

// jsdom has no layout: every element has no size, and Mantine would hide each menu, because its button seems to be scrolled out of view.
mantineTheme.components = {
  ...mantineTheme.components,
  Popover: Popover.extend({ defaultProps: { hideDetached: false } }),
}
withoutAnimations(mantineTheme)

Element.prototype.scrollIntoView = () => undefined
window.scrollTo = () => undefined

beforeEach(() => {
  exits.leave = vi.fn<typeof exits.leave>()
  exits.redirectTo = vi.fn<typeof exits.redirectTo>()
  media.clear()
  localStorage.clear()
  // Makes the stores drop their values of the storage, as after another tab cleared it, since test files share their modules.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  history.replaceState(null, '', '/')
})

afterEach(() => {
  cleanup()
  // Removes the containers of dialogs and lists, which `cleanup` leaves in the page.
  document.body.replaceChildren()
  sessionEnded()
  toastsStore.set([])
  connectionStore.set('ok')
})
