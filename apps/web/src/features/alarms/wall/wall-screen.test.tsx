import { listAlarms, listWall } from '@winnow/contract'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { AlarmServer } from '../testing/alarm-api.ts'
import { buildAlarm } from '../testing/alarm-factory.ts'
import { openAlarms } from '../testing/open-alarms.tsx'
import { toRow } from '../model/matches-filters.ts'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

const alarm = (n: number, camera: string) =>
  buildAlarm(n, { viewId: `01900000-0000-7000-8000-0000000000${camera}`, viewName: `Camera ${camera}` })

async function openWall(path = '/cams/alarms/wall', alarms = [alarm(3, 'c1'), alarm(2, 'c2'), alarm(1, 'c3')]) {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
      unobserve = () => undefined
    },
  )
  const server = new AlarmServer(alarms)
  server.api.on(listWall, ({ query }) => ({
    rows: [...server.alarms.values()].map(toRow).slice(0, Number(query['limit'])),
  }))
  return openAlarms({ server, path })
}
const tiles = async () => {
  const list = await screen.findByRole('list', { name: /^Last alarm of each camera/ })
  return within(list)
    .getAllByRole('link')
    .map((tile) => tile.querySelector('strong')?.textContent)
}

describe('the wall', () => {
  test('shows a tile for each camera, and replaces it in place when the camera sends an alarm', async () => {
    const { server } = await openWall()
    await waitFor(async () => expect(await tiles()).toEqual(['Camera c1', 'Camera c2', 'Camera c3']))
    expect(screen.queryByText(/cameras that sent an alarm last/)).toBeNull()
    const old = screen.getAllByRole('link', { name: /Camera c2/ })[0]?.getAttribute('href')
    act(() => server.emit('alarm.created', alarm(9, 'c2')))
    await waitFor(() => expect(screen.getByRole('link', { name: /Camera c2/ }).getAttribute('href')).not.toBe(old))
    expect(await tiles()).toEqual(['Camera c1', 'Camera c2', 'Camera c3'])
    expect(server.api.callsOf(listAlarms).at(-1)?.body.alarms).toHaveLength(1)
  })

  test('says so if it has no room for further cameras', async () => {
    const many = Array.from({ length: 60 }, (_, n) => alarm(60 - n, (0xc1 + n).toString(16)))
    await openWall('/cams/alarms/wall', many)
    const { length } = await tiles()
    expect(length).toBeLessThan(60)
    expect(screen.getByText(`The ${length} cameras that sent an alarm last`)).toBeDefined()
  })

  test('asks with the filters of the address', async () => {
    const site = '01900000-0000-7000-8000-aaaaaaaaaaa2'
    const { server } = await openWall(`/cams/alarms/wall?verdict=passed&site=${site}`)
    await waitFor(() => expect(server.api.callsOf(listWall).length).toBeGreaterThan(0))
    const [asked] = server.api.callsOf(listWall)
    expect(asked?.query['verdict']).toBe('true')
    expect(asked?.body).toEqual({ sites: [site] })
  })

  test('moves the focus between tiles by arrow keys', async () => {
    const { pointer } = await openWall()
    await waitFor(async () => expect(await tiles()).toHaveLength(3))
    screen.getByRole('link', { name: /Camera c1/ }).focus()
    await pointer.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toContain('Camera c2')
    await pointer.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement?.textContent).toContain('Camera c1')
  })
})
