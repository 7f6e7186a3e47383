import { getAppConfig, getHome, getHomeFigures, getHomeRanking, type LiveEvent, type ReplyOf } from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildAppConfig } from '../../testing/build-app-config.ts'
import { buildFigures, buildHome, buildNoFigures, buildRanking, buildTotals } from '../../testing/build-home.ts'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { figure, openHome } from './testing/open-home.tsx'

const ID = '01900000-0000-7000-8000-000000000005'
const created: LiveEvent = {
  type: 'alarm.created',
  id: ID,
  viewId: ID,
  siteId: ID,
  projectId: ID,
  version: 1,
  isTest: false,
}

const searchOf = (link: HTMLElement) =>
  Object.fromEntries(
    [...new URLSearchParams(link.getAttribute('href')?.split('?')[1])].map(([key, value]) => [
      key,
      value.replaceAll('"', ''),
    ]),
  )
const linkTo = async (name: string | RegExp) => searchOf(await screen.findByRole('link', { name }))
const WINDOW = { since: '2026-11-20T02:30:00.000Z', till: '2026-11-21T02:30:00.000Z' }
const BEFORE = { since: '2026-11-13T02:30:00.000Z', till: '2026-11-14T02:30:00.000Z' }

describe('the figures', () => {
  test('are a sum: received alarms are those of all verdicts, waiting ones and those outside', async () => {
    await openHome()
    await figure('Received')
    const sum = screen.getByLabelText('Alarms of the window, as a sum')
    const signs = [...sum.children].map((child) => (child instanceof HTMLElement ? child.dataset['sign'] : undefined))
    expect(signs).toEqual([undefined, '=', '+', '+', '+', '+'])
    const [received, ...others] = within(sum)
      .getAllByRole('link', { name: /^\w+: [\d,]+$/ })
      .map((link) => Number(link.textContent?.replace(',', '')))
    expect(others.reduce((total, each) => total + each, 0)).toBe(received)
    expect(await linkTo('Received: 1,220')).toEqual({
      ...WINDOW,
      verdict: 'passed,unverified,filtered,waiting,outside',
    })
    expect(await linkTo('Passed: 80')).toEqual({ ...WINDOW, verdict: 'passed' })
    expect(await linkTo('Outside: 10')).toEqual({ ...WINDOW, verdict: 'outside' })
  })

  test('are compared with the same times a week before, which lead to their alarms', async () => {
    await openHome()
    expect(await figure('Received')).toBe('Received1,220−80 on 1,300')
    expect(await figure('Passed')).toBe('Passed80±0 on 80')
    expect(await linkTo('Filtered a week before: 1,200')).toEqual({ ...BEFORE, verdict: 'filtered' })
    expect(screen.getByText(/the same times a week before, 13\/11\/2026 02:30 – 14\/11\/2026 02:30\./)).toBeDefined()
    expect(await linkTo('Reduction a week before: 93.3 %')).toEqual({ ...BEFORE, verdict: 'filtered' })
    expect(await linkTo('True alarms passed on a week before: 98.4 %')).toEqual({
      ...BEFORE,
      label: 'true',
      verdict: 'passed,unverified',
    })
  })

  test('give shares with interval and sample size, each a link', async () => {
    await openHome()
    expect(await figure('Reduction')).toBe(
      'Reduction93.3 %95 % interval 91.7 % – 94.7 %of 1,201 alarms judged93.3 % a week before',
    )
    expect(await figure('True alarms passed on')).toBe(
      'True alarms passed on98.4 %95 % interval 91.3 % – 99.9 %of 62 labelled true98.4 % a week before',
    )
    expect(await linkTo('of 1,201 alarms judged')).toEqual({ ...WINDOW, verdict: 'passed,filtered' })
    expect(await linkTo('of 62 labelled true')).toEqual({
      ...WINDOW,
      label: 'true',
      verdict: 'passed,unverified,filtered',
    })
    expect(await linkTo('True alarms passed on: 98.4 %')).toEqual({
      ...WINDOW,
      label: 'true',
      verdict: 'passed,unverified',
    })
    expect(await figure('Time to verdict')).toBe('Time to verdict840 msmedian · 95 % within 2.4 s')
  })

  test('never give a percentage on few labels, and lead to alarms to label without any', async () => {
    const recall = { share: 1, low: 0.69, high: 1, count: 10, of: 10 }
    const { unmount, console: opened } = await openHome({}, undefined, buildFigures({ total: buildTotals({ recall }) }))
    expect(await figure('True alarms passed on')).toBe(
      'True alarms passed on10 of 1095 % interval 69.0 % – 100.0 %of 10 labelled true98.4 % a week before',
    )
    unmount()
    opened.close()
    await openHome({}, undefined, buildFigures({ total: buildTotals({ recall: null, reduction: null }) }))
    expect(await figure('Reduction')).toBe('Reduction–nothing analysed yet93.3 % a week before')
    expect(await linkTo(/no alarm labelled true yet/)).toEqual({ ...WINDOW, label: 'unlabelled' })
  })

  test('tell how many alarms are late, and since when, whatever the window is', async () => {
    await openHome({}, undefined, buildFigures({ late: { count: 3, oldest: '2026-11-18T22:00:00.000Z' } }))
    expect(await figure('Late')).toBe('Late3the oldest since 18/11/2026 22:00 GMT')
    expect(await linkTo('Late: 3')).toEqual({ since: '2026-11-17T22:00:00.000Z', late: 'true' })
  })

  test('have their window in the address and in the request, and name it with its zone', async () => {
    const { api, pointer } = await openHome()
    expect(await screen.findAllByText(/GMT \(Europe\/London\)$/, { selector: 'span' })).not.toHaveLength(0)
    expect(api.callsOf(getHomeFigures)[0]?.query).toEqual({ step: 'hour', timezone: 'Europe/London' })
    await pointer.click(await screen.findByText('7 days'))
    await waitFor(() => expect(location.search).toBe('?hours=168'))
    await waitFor(() => expect(api.callsOf(getHomeFigures).at(-1)?.query).toMatchObject({ step: 'day' }))
    const since = new Date(api.callsOf(getHomeFigures).at(-1)?.query['since'] ?? '')
    expect(since.getTime() % 900_000).toBe(0)
  })

  test('tell what the user sees, and lead to it', async () => {
    await openHome()
    expect((await screen.findByRole('link', { name: '40 cameras' })).getAttribute('href')).toBe('/cams/clients')
  })

  test('fail alone: what needs attention and the health stay', async () => {
    const api = frameApi()
      .on(getHome, () => buildHome())
      .on(getHomeFigures, () => failure('INTERNAL', 'boom'))
    await renderConsole('/cams/dashboard', { api })
    expect(await screen.findByText('The server met an unexpected error')).toBeDefined()
    expect(await screen.findByRole('region', { name: 'Health of cameras' })).toBeDefined()
  })
})

describe('the chart', () => {
  const bars = () => screen.findAllByRole('link', { name: /: (?:no alarms|\d+ received)/ })

  test('labels each bar with its counts and links to the alarms of its step', async () => {
    const { pointer } = await openHome()
    const bar = await screen.findByRole('link', {
      name: '20/11/2026 22:30 GMT: 30 received – 4 passed, 1 unverified, 25 filtered',
    })
    expect(await bars()).toHaveLength(24)
    await pointer.click(bar)
    await waitFor(() => expect(location.pathname).toBe('/cams/alarms'))
    const search = new URLSearchParams(location.search)
    expect(search.get('since')).toContain('2026-11-20T22:30:00.000Z')
    expect(search.get('till')).toContain('2026-11-20T23:30:00.000Z')
  })

  test('shows the days of a zone of :30 as the server cut them', async () => {
    const at = ['2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z']
    const none = { received: 2, filtered: 2, passed: 0, unverified: 0, waiting: 0, outside: 0 }
    await openHome(
      {},
      undefined,
      buildFigures({ step: 'day', timezone: 'Asia/Kolkata', series: at.map((start) => ({ ...none, at: start })) }),
    )
    const [first] = await bars()
    expect(first?.getAttribute('aria-label')).toBe('20 Nov 2026 GMT+5:30: 2 received – 2 filtered')
    expect(first && searchOf(first)).toMatchObject({ since: at[0], till: at[1] })
    expect(screen.getByText(/Asia\/Kolkata/)).toBeDefined()
  })

  test('can be reached once with the Tab key, and arrow keys move between its bars', async () => {
    const { pointer } = await openHome()
    const found = await bars()
    expect(found.filter((bar) => bar.getAttribute('tabindex') === '0')).toHaveLength(1)
    act(() => found.at(-1)?.focus())
    await pointer.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(found.at(-2))
    await pointer.keyboard('{Home}')
    expect(document.activeElement).toBe(found[0])
    await pointer.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(found[0])
  })
})

describe('the rankings', () => {
  test('lead from each number, and from that of the week before, to its alarms', async () => {
    await openHome()
    expect(await linkTo('Yard 10: 400')).toMatchObject({ ...WINDOW, site: expect.stringMatching(/810$/) })
    expect(await linkTo('Yard 10 a week before: 300')).toMatchObject(BEFORE)
    expect(await linkTo('Yard 11: 7')).toMatchObject({ label: 'true', verdict: 'passed,unverified,filtered' })
    expect(screen.getByText('No alarm was labelled false')).toBeDefined()
  })

  test('are of sites or cameras, which the address keeps', async () => {
    const { pointer } = await openHome()
    await screen.findByText('Yard 10')
    await pointer.click(screen.getByText('Cameras'))
    expect(await linkTo('Yard 22: 3')).toMatchObject({ label: 'false', camera: expect.stringMatching(/822$/) })
    expect(location.search).toBe('?of=cameras')
  })
})

test('the rankings of a large company tell how far they are after a start, until they are there', async () => {
  let preparing: ReturnType<typeof buildRanking>['preparing'] = { done: 336, of: 1344 }
  const none = { alarming: [], true: [], false: [] }
  const api = frameApi(buildUser())
    .on(getHome, () => buildHome())
    .on(getHomeFigures, () => buildFigures())
    .on(getHomeRanking, () => (preparing ? buildRanking({ sites: none, views: none, preparing }) : buildRanking()))
  await renderConsole('/cams/dashboard', { api })
  expect(await screen.findByText(/^The alarms of each camera are being counted: 25.*% done\.$/)).toBeDefined()
  preparing = null
  expect(await screen.findByText('Yard 10', undefined, { timeout: 5_000 })).toBeDefined()
})

describe('the empty page', () => {
  const noCameras = { account: { projects: 0, sites: 0, views: 0 } }

  test('without cameras suggests to create a client', async () => {
    await openHome(noCameras, undefined, buildNoFigures())
    const link = await screen.findByRole('link', { name: 'Create a client' })
    expect(link.getAttribute('href')).toBe('/cams/clients?add=project')
  })

  test('does not suggest to create a client to users who may not create one', async () => {
    await openHome(noCameras, buildUser({ permissions: ['alarm.read'] }), buildNoFigures())
    expect(await screen.findByText(/^You see no camera yet\. Ask an administrator/)).toBeDefined()
    expect(screen.queryByText(/Create a client/)).toBeNull()
  })

  test('says after a night without alarms that all is quiet', async () => {
    await openHome({}, undefined, buildNoFigures())
    expect(await screen.findByText(/have sent nothing since 20\/11\/2026 02:30 GMT/)).toBeDefined()
  })

  test('announces what the demo is about to send', async () => {
    const api = frameApi()
      .on(getHome, () => buildHome())
      .on(getHomeFigures, buildNoFigures)
    api.on(getAppConfig, () => buildAppConfig({ demo: true }))
    await renderConsole('/cams/dashboard', { api })
    expect(await screen.findByText(/within a minute/)).toBeDefined()
  })
})

describe('live updates', () => {
  test('change the figures; a storm of alarms causes at most two requests', async () => {
    let received = 1
    const api = frameApi()
      .on(getHome, () => buildHome())
      .on(getHomeFigures, () => buildFigures({ total: buildTotals({ received }) }))
    await renderConsole('/cams/dashboard', { api })
    await screen.findByText('Live')
    await screen.findByRole('link', { name: 'Received: 1' })
    const before = api.callsOf(getHomeFigures).length
    received = 301
    act(() => {
      for (let n = 0; n < 300; n += 1) api.emit(created)
    })
    expect(await screen.findByRole('link', { name: 'Received: 301' }, { timeout: 5_000 })).toBeDefined()
    expect(api.callsOf(getHomeFigures).length - before).toBeLessThanOrEqual(2)
  })

  test('show a low disk at once', async () => {
    let lowDisk: ReplyOf<typeof getHome>['attention']['lowDisk'] = null
    const calm = buildHome().attention
    const api = frameApi().on(getHome, () => buildHome({ attention: { ...calm, lowDisk } }))
    await renderConsole('/cams/dashboard', { api })
    await screen.findByText('Live')
    await figure('Received')
    expect(screen.queryByText(/disk/i)).toBeNull()
    lowDisk = { freeBytes: 400_000_000, wantedBytes: 500_000_000 }
    act(() => api.emit({ type: 'disk.changed' }))
    expect(await screen.findByText(/disk/i)).toBeDefined()
  })

  test('reload everything on resync', async () => {
    const { api } = await openHome()
    await screen.findByText('Live')
    await figure('Received')
    const before = api.callsOf(getHome).length
    act(() => api.emit({ type: 'resync' }))
    await waitFor(() => expect(api.callsOf(getHome).length).toBeGreaterThan(before))
  })
})

describe('a failure', () => {
  test('is shown with the request id and a retry · ERRORS-004', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const api = frameApi().on(getHome, () => failure('INTERNAL', 'boom'))
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    expect(await screen.findByText('The server met an unexpected error')).toBeDefined()
    expect(screen.getByText('Request req-1')).toBeDefined()
    // The error is shown in place, so there is no toast.
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    api.on(getHome, () => buildHome())
    await pointer.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await figure('Received')).toContain('1,220')
    log.mockRestore()
  })
})
