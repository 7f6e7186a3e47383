import type { Alarm, CurrentUser } from '@winnow/contract'
import { configure, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { renderConsole } from '../../../testing/render-console.tsx'
import { cardsStore } from '../state/list-cards.ts'
import { AlarmServer } from './alarm-api.ts'
import { buildAlarm } from './alarm-factory.ts'

// A busy machine needs long for the first page. These tests do not check the speed.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

const HEIGHT = 640
const WIDTH = 900

/** Gives elements a size. jsdom has no layout, but lists and stages show something only if they have a size. */
function giveElementsSizes(): void {
  for (const side of ['offsetHeight', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(HEIGHT)
  for (const side of ['offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(WIDTH)
}

interface Options {
  alarms?: readonly Alarm[]
  path?: string
  user?: CurrentUser
  server?: AlarmServer
  /** Whether alarms of one camera are folded. Without it each alarm has a row, as most tests expect. */
  folded?: boolean
}

/** Opens the alarms screen with a small server of alarms, by default three. */
export async function openAlarms({
  alarms = [3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}` })),
  path = '/cams/alarms',
  user,
  server = new AlarmServer(alarms, user),
  folded = false,
}: Options = {}) {
  giveElementsSizes()
  cardsStore.set(folded)
  const rendered = await renderConsole(path, { api: server.api })
  return { ...rendered, server }
}

export const list = () => screen.findByRole('listbox', { name: 'Alarms, newest first' })
export const options = () => screen.getAllByRole('option')
const cameraOf = (option: HTMLElement) => option.querySelector<HTMLElement>('[title^=Camera]')?.title
export const cameras = () => options().map(cameraOf)
/** The name of the camera in the open row. */
export const openCamera = () =>
  options()
    .filter((option) => option.getAttribute('aria-selected') === 'true')
    .map(cameraOf)[0]
/** The facts of the open alarm. Until they are rendered: the page, so that a test can wait for texts of the facts. */
export const facts = () => within(screen.queryByRole('complementary', { name: 'About this alarm' }) ?? document.body)
