import type { Alarm, CurrentUser } from '@winnow/contract'
import { configure, screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { renderConsole } from '../../../testing/render-console.tsx'
import { AlarmServer } from './alarm-api.ts'
import { buildAlarm } from './alarm-factory.ts'

// A busy machine takes its time over the first page; how long is not what these tests are about.
configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

const HEIGHT = 640
const WIDTH = 900

/** jsdom lays nothing out; lists and stages need to be of some size to show anything. */
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
}

/** The alarms screen with a small server of alarms, three by default. */
export async function openAlarms({
  alarms = [3, 2, 1].map((n) => buildAlarm(n, { viewName: `Camera ${n}` })),
  path = '/cams/alarms',
  user,
  server = new AlarmServer(alarms, user),
}: Options = {}) {
  giveElementsSizes()
  const rendered = await renderConsole(path, { api: server.api })
  return { ...rendered, server }
}

export const list = () => screen.findByRole('listbox', { name: 'Alarms, newest first' })
export const options = () => screen.getAllByRole('option')
const cameraOf = (option: HTMLElement) => option.querySelector<HTMLElement>('[title^=Camera]')?.title
export const cameras = () => options().map(cameraOf)
/** Camera of the open row. */
export const openCamera = () =>
  options()
    .filter((option) => option.getAttribute('aria-selected') === 'true')
    .map(cameraOf)[0]
/** The facts of the open alarm; while they are not there yet, the page, so that one can wait for what they will say. */
export const facts = () => within(screen.queryByRole('complementary', { name: 'About this alarm' }) ?? document.body)
