import {
  getArmingMail,
  getSiteArming,
  getSiteSchedule,
  listArmingHistory,
  listScheduleTemplates,
  makeArmingMail,
  removeArmingMail,
  setArmingDue,
  setArmingMail,
  setLongestDisarm,
  setSiteArming,
  setSiteSchedule,
  type ArmingEvent,
  type ArmingMail,
  type SiteArming,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { buildSiteSchedule } from '../schedules/testing/build-template.ts'
import { buildArmedSite, buildArming, buildArmingEvent, buildArmingMail } from './testing/build-arming.ts'
import { ClientsServer, treeUser } from './testing/clients-server.ts'
import { buildSite, buildView, siteId, viewId } from './testing/node-factory.ts'
import { openClients } from './testing/open-clients.tsx'

vi.setConfig({ testTimeout: 120_000 })
afterEach(() => {
  vi.useRealTimers()
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const disarmed = (minutes: number) => ({
  status: 'disarmed' as const,
  changedAt: inMinutes(-5),
  changedBy: 'Panel <panel@site.example>',
  changedWay: 'mail' as const,
  endsAt: inMinutes(minutes),
})

/** A server with one site that is armed and disarmed. */
class ArmingServer extends ClientsServer {
  arming: SiteArming
  mail: ArmingMail = buildArmingMail()
  history: ArmingEvent[] = []

  constructor(arming: Partial<SiteArming> = {}, user = treeUser()) {
    super(user)
    this.arming = buildArming(arming)
    this.#follow()
    this.api
      .on(getSiteArming, () => this.arming)
      .on(setSiteArming, ({ body: { state, until } }) => {
        const endsAt = state === 'disarmed' ? (until ?? inMinutes(960)) : null
        this.arming = {
          ...this.arming,
          status: state,
          changedAt: inMinutes(0),
          changedBy: 'Ada',
          changedWay: 'console',
          endsAt,
        }
        this.#follow()
        return { ...this.arming, refusal: null }
      })
      .on(getArmingMail, () => this.mail)
      .on(listArmingHistory, () => ({
        rows: this.history,
        count: this.history.length,
        countIsExact: true,
        page: 1,
        limit: 20,
      }))
  }

  #follow() {
    const { status, changedAt, endsAt } = this.arming
    this.sites = [buildArmedSite({ arming: { status: status ?? 'armed', changedAt, endsAt } })]
  }
}

const SITE = `/cams/clients/u?site=${siteId(1)}`
async function openTab(server: ArmingServer) {
  const opened = await openClients(`${SITE}&tab=arming`, server)
  const panel = within(await screen.findByRole('tabpanel', { name: 'Arming' }))
  return { ...opened, panel }
}
type Panel = Awaited<ReturnType<typeof openTab>>['panel']
const section = async (panel: Panel, name: string) => within(await panel.findByRole('region', { name }))

test('a site is disarmed until a time of the site, and armed again · VIEWS-003', async () => {
  const { pointer, server } = await openClients(SITE, new ArmingServer())
  expect(await screen.findByText('Nobody has armed or disarmed it yet. Until then, it counts as armed.')).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Disarm…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Disarm site Site 1' }))
  await pointer.click(await dialog.findByRole('radio', { name: 'Until a time' }))
  const end = dialog.getByRole('textbox', { name: 'End, time at the site' })
  const type = async (text: string) => {
    await pointer.clear(end)
    await pointer.type(end, `${text}{Tab}`)
  }
  await type('01/01/2020 10:00')
  await pointer.click(dialog.getByRole('button', { name: 'Disarm' }))
  expect(await dialog.findByText('The end must be in the future')).toBeDefined()
  await type('01/01/2099 10:00')
  expect(await dialog.findByText(/^The site may be disarmed until .* at most$/)).toBeDefined()
  expect(server.api.callsOf(setSiteArming)).toEqual([])
  await pointer.click(dialog.getByRole('radio', { name: 'As long as it may be' }))
  expect(dialog.getByText(/^Arms itself on .*\(Europe\/London\)$/)).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Disarm' }))
  expect(await screen.findByText(/^Disarmed until .*\(Europe\/London\)$/)).toBeDefined()
  expect(screen.getByText(/^Ada, on screen, on /)).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Arm' }))
  await waitFor(() => expect(screen.queryByText(/^Disarmed until /)).toBeNull())
  expect(server.api.callsOf(setSiteArming).map(({ body }) => body)).toEqual([{ state: 'disarmed' }, { state: 'armed' }])
})

test('a refused message is said, with the reason', async () => {
  const server = new ArmingServer(disarmed(60))
  server.api.on(setSiteArming, () => ({ ...server.arming, refusal: 'overtaken' as const }))
  const { pointer } = await openClients(SITE, server)
  await pointer.click(await screen.findByRole('button', { name: 'Arm' }))
  expect(await screen.findByText('Site 1 was not changed. The state was changed after it was sent.')).toBeDefined()
})

test('a disarm ends by itself on screen, at the head and in the tree', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openClients(SITE, new ArmingServer(disarmed(2)))
  expect(await screen.findByText(/^Disarmed until /)).toBeDefined()
  expect(await screen.findByText(/^Panel <panel@site.example>, by e-mail, on /)).toBeDefined()
  const node = screen.getByRole('treeitem', { name: 'Site 1', description: /^Disarmed/ })
  expect(within(node).getByText('Disarmed')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(121_000))
  expect(screen.queryByText(/^Disarmed until /)).toBeNull()
  expect(await screen.findByText(/^Its disarm ended by itself on /)).toBeDefined()
  expect(within(node).queryByText('Disarmed')).toBeNull()
})

test('a disarm that was over before the page was opened is no arming by who disarmed', async () => {
  const told = { changedAt: inMinutes(-90), changedBy: 'Ada', changedWay: 'console' as const }
  await openClients(SITE, new ArmingServer({ ...told, endedAt: inMinutes(-30) }))
  expect(await screen.findByText(/^Its disarm ended by itself on /)).toBeDefined()
  expect(screen.queryByText(/^Ada, /)).toBeNull()
})

test('the menu of a site arms and disarms it', async () => {
  const { pointer, server } = await openClients(SITE, new ArmingServer(disarmed(60)))
  const menuOf = async () => {
    await pointer.pointer({ keys: '[MouseRight]', target: await screen.findByRole('treeitem', { name: 'Site 1' }) })
    return within(await screen.findByRole('menu'))
  }
  await pointer.click((await menuOf()).getByRole('menuitem', { name: 'Arm' }))
  await waitFor(() => expect(server.api.callsOf(setSiteArming)[0]?.body).toEqual({ state: 'armed' }))
  await screen.findByText('Site 1 is armed')
  await waitFor(() => expect(screen.queryByText(/^Disarmed until /)).toBeNull())
  await pointer.click((await menuOf()).getByRole('menuitem', { name: 'Disarm…' }))
  expect(await screen.findByRole('dialog', { name: 'Disarm site Site 1' })).toBeDefined()
})

test('a site that counts by time shows none of it · VIEWS-002', async () => {
  const server = new ClientsServer()
  server.api.on(getSiteSchedule, () => buildSiteSchedule({ deviceType: 1 }))
  server.sites = [buildSite(1, { scheduleDeviceType: 1 })]
  server.views = [buildView(1, { isArmDisarm: true, armDisarmStatus: 'disarmed' })]
  const { pointer } = await openClients(`${SITE}&tab=arming`, server)
  expect(await screen.findByRole('tab', { name: 'Schedule', selected: true })).toBeDefined()
  expect(screen.queryByRole('tab', { name: 'Arming' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^(Arm|Disarm…)$/ })).toBeNull()
  await pointer.pointer({ keys: '[MouseRight]', target: await screen.findByRole('treeitem', { name: 'Site 1' }) })
  expect(within(await screen.findByRole('menu')).queryByRole('menuitem', { name: /^(Arm|Disarm…)$/ })).toBeNull()
})

test('a camera says whether its site is armed · VIEWS-002 VIEWS-003', async () => {
  const server = new ArmingServer()
  server.views = [buildView(1, { isArmDisarm: true, armDisarmStatus: 'disarmed' })]
  await openClients(`/cams/clients/u?cam=${viewId(1)}`, server)
  expect(await screen.findByText('Site disarmed')).toBeDefined()
})

test('who may only read sees the state and the history, and nothing to change', async () => {
  const server = new ArmingServer(disarmed(60), buildUser({ permissions: ['node.read'] }))
  server.history = [
    buildArmingEvent(1, {
      way: 'mail',
      by: 'panel@site.example',
      address: '192.0.2.1',
      refusal: 'too-old',
      endsAt: null,
    }),
    buildArmingEvent(2),
    buildArmingEvent(3, { state: 'armed', way: 'api', by: 'Gateway', endsAt: null }),
  ]
  const { panel } = await openTab(server)
  expect(await screen.findByText(/^Disarmed until /)).toBeDefined()
  const rows = (await panel.findAllByRole('row')).slice(1).map((row) => row.textContent)
  expect(rows[0]).toContain('panel@site.example (192.0.2.1)')
  expect(rows[0]).toContain('Refused. By its own date, it was sent more than ten minutes before.')
  expect(rows[1]).toMatch(/Disarm.*Ada.*on screen.*Applied until 20\/11\/2026 23:10 GMT \(Europe\/London\)/)
  expect(rows[2]).toMatch(/Arm.*Gateway.*by a program.*Applied/)
  expect(screen.queryByRole('button', { name: /^(Arm|Disarm…|Change the end…)$/ })).toBeNull()
  expect(panel.queryByRole('region', { name: 'By e-mail' })).toBeNull()
  expect(server.api.callsOf(getArmingMail)).toEqual([])
})

test('mail addresses are made, restricted, renewed and removed', async () => {
  const server = new ArmingServer()
  server.mail = buildArmingMail({ addresses: null, madeAt: null, madeBy: null })
  server.api
    .on(makeArmingMail, () => (server.mail = buildArmingMail()))
    .on(setArmingMail, ({ body }) => (server.mail = { ...server.mail, ...body }))
    .on(removeArmingMail, () => (server.mail = buildArmingMail({ addresses: null })))
  const { pointer, panel } = await openTab(server)
  const mail = await section(panel, 'By e-mail')
  await pointer.click(await mail.findByRole('button', { name: 'Make addresses' }))
  expect(await mail.findByText('disarm-xyz@alarms.example')).toBeDefined()
  expect(mail.getByRole('button', { name: /Arms the site/ })).toBeDefined()
  expect(mail.getByRole('button', { name: /Disarms the site/ })).toBeDefined()
  expect(mail.getByText('mail.example:2525')).toBeDefined()
  await pointer.click(mail.getByRole('switch', { name: /^Mails may only arm/ }))
  expect(await mail.findByText('Mails to it are refused')).toBeDefined()
  await waitFor(() =>
    expect(mail.getByRole('switch', { name: /^Senders must log in/ })).toHaveProperty('disabled', false),
  )
  await pointer.click(mail.getByRole('switch', { name: /^Senders must log in/ }))
  await waitFor(() =>
    expect(server.api.callsOf(setArmingMail).map(({ body }) => body)).toEqual([
      { authRequired: false, onlyArms: true },
      { authRequired: true, onlyArms: true },
    ]),
  )
  for (const [open, confirm] of [
    ['Renew addresses…', 'Renew'],
    ['Remove addresses…', 'Remove'],
  ] as const) {
    await pointer.click(mail.getByRole('button', { name: open }))
    await pointer.click(within(await screen.findByRole('dialog')).getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(server.api.callsOf(makeArmingMail)).toHaveLength(2)
  expect(await mail.findByRole('button', { name: 'Make addresses' })).toBeDefined()
})

test('a login cannot be asked of mails while the site has none', async () => {
  const server = new ArmingServer()
  server.mail = buildArmingMail({ user: null })
  const { panel } = await openTab(server)
  const mail = await section(panel, 'By e-mail')
  expect(await mail.findByRole('switch', { name: /^Senders must log in/ })).toHaveProperty('disabled', true)
  expect(mail.getByText('The site has no mail login yet. Make one under “Mail login”.')).toBeDefined()
})

test('the time by which a site must be armed, its days, and the longest disarm are set', async () => {
  const server = new ArmingServer({ contactsTold: 0 })
  server.api
    .on(setArmingDue, ({ body }) => (server.arming = { ...server.arming, due: body.due }))
    .on(setLongestDisarm, ({ body }) => (server.arming = { ...server.arming, ...body }))
  const { pointer, panel } = await openTab(server)
  const due = await section(panel, 'Not armed in time')
  expect(due.getByText(/^No contact of this site has an e-mail address/)).toBeDefined()
  await pointer.click(due.getByRole('switch', { name: /^Tell the contacts/ }))
  const time = due.getByRole('textbox', { name: 'Armed by, time at the site' })
  await pointer.clear(time)
  await pointer.type(time, '18:30{Tab}')
  await pointer.click(due.getByRole('checkbox', { name: 'Friday' }))
  await pointer.click(due.getByRole('checkbox', { name: 'Sunday' }))
  await pointer.click(due.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.api.callsOf(setArmingDue)[0]?.body).toEqual({ due: { time: '18:30', days: [0, 1, 2, 3, 4] } }),
  )
  const longest = await section(panel, 'Longest disarm')
  const hours = longest.getByRole('textbox', { name: 'Hours' })
  expect(hours).toHaveProperty('value', '16')
  await pointer.clear(hours)
  await pointer.type(hours, '0')
  expect(await longest.findByText('A minute at least, 31 days at most')).toBeDefined()
  await pointer.type(longest.getByRole('textbox', { name: 'Minutes' }), '{Backspace}45')
  await pointer.click(longest.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.api.callsOf(setLongestDisarm)[0]?.body).toEqual({ longestDisarmMinutes: 45 }))
})

test('a site is made one that is armed and disarmed by its schedule', async () => {
  const server = new ArmingServer()
  server.sites = [buildSite(1)]
  let schedule = buildSiteSchedule()
  server.api
    .on(listScheduleTemplates, () => ({ rows: [], count: 0, countIsExact: true, page: 0, limit: 50 }))
    .on(getSiteSchedule, () => schedule)
    .on(setSiteSchedule, () => {
      schedule = buildSiteSchedule({ deviceType: 2, state: { counts: true, reason: 'never-told', until: null } })
      server.sites = [buildArmedSite()]
      return schedule
    })
  const { pointer } = await openClients(`${SITE}&tab=schedule`, server)
  const panel = within(await screen.findByRole('tabpanel', { name: 'Schedule' }))
  await pointer.click(await panel.findByRole('radio', { name: 'While it is armed' }))
  await pointer.click(panel.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('tab', { name: 'Arming' })).toBeDefined()
  expect(server.api.callsOf(setSiteSchedule)[0]?.body).toMatchObject({ deviceType: 2, basedOn: { version: 0 } })
  expect(panel.getByRole('radio', { name: 'While it is armed' })).toHaveProperty('checked', true)
})

test('a refused disarm and a site that is not armed in time are said on every page, to who may arm', async () => {
  const server = new ArmingServer()
  const { pointer } = await openClients('/cams/clients', server)
  const place = { siteId: siteId(1), projectId: server.sites[0]?.projectId ?? '' }
  act(() => {
    for (const what of ['refused', 'refused', 'late'] as const)
      server.api.emit({ type: 'arming.noticed', what, ...place })
  })
  expect(await screen.findByText('Site 1 is not armed in time')).toBeDefined()
  expect(await screen.findAllByText('A disarm of Site 1 was refused')).toHaveLength(1)
  await pointer.click(screen.getAllByRole('button', { name: 'Show' })[0] ?? document.body)
  expect(await screen.findByRole('tab', { name: 'Arming', selected: true })).toBeDefined()
})
