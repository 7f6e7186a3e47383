import { type FoundObject, getAppConfig, getHome, searchNodes, searchObjects } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { buildAppConfig } from '../../testing/build-app-config.ts'
import { buildHome } from '../../testing/build-home.ts'
import { buildUser, NO_UNLOCKS } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { between, withSide } from './area-field.tsx'

vi.setConfig({ testTimeout: 60_000 })

afterEach(() => vi.restoreAllMocks())

const idOf = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`

const build = (number: number, change: Partial<FoundObject> = {}): FoundObject => ({
  alarmId: idOf(number),
  number: 0,
  viewId: idOf(901),
  viewName: `Camera ${number}`,
  siteId: idOf(902),
  siteName: 'Depot',
  projectId: idOf(903),
  projectName: 'Acme',
  timezone: 'Europe/Berlin',
  at: '2026-11-20T02:00:00Z',
  class: 'person',
  score: 0.87,
  box: { x: 0.1, y: 0.1, width: 0.1, height: 0.3 },
  pictures: 3,
  upper: 'red',
  lower: null,
  plate: null,
  verdict: 'true',
  ...change,
})

async function open(rows: FoundObject[], path = '/cams/forensic', more = false) {
  // jsdom has no layout, but lists show rows only if they have a size.
  for (const side of ['offsetHeight', 'clientHeight', 'offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(800)
  const user = buildUser()
  const company = { ...user.company, unlocks: { ...NO_UNLOCKS, isForensicUnlocked: true } }
  const api = frameApi({ ...user, company })
    .on(getHome, () => buildHome())
    .on(getAppConfig, () => buildAppConfig())
    .on(searchNodes, () => [])
    .on(searchObjects, () => ({ rows, more }))
  return { ...(await renderConsole(path, { api })), api }
}

const asked = (api: Awaited<ReturnType<typeof open>>['api']) => api.callsOf(searchObjects).map(({ body }) => body)

describe('Investigate', () => {
  test('shows what was found with its class, colours, plate, time at the site and place, each leading to its alarm', async () => {
    await open([
      build(1),
      build(2, { class: 'vehicle', upper: 'white', plate: { text: 'AB123', isSure: false }, verdict: 'false' }),
    ])
    const link = await screen.findByRole('link', { name: /^Person/ })
    expect(link.textContent).toMatch(/87.*%.*red/)
    const person = within(link)
    expect(person.getByText(/03:00/)).toBeDefined()
    expect(person.getByText('Camera 1 · Depot')).toBeDefined()
    const vehicle = screen.getByRole('link', { name: /Vehicle/ })
    expect(vehicle.getAttribute('href')).toBe(`/cams/alarms/${idOf(2)}`)
    expect(vehicle.textContent).toContain('AB123a guess')
    expect(vehicle.textContent).toContain('filtered')
    expect(screen.getByText('2 found')).toBeDefined()
  })

  test('searches what the address says, and what is chosen, and says that searches are recorded', async () => {
    const { api, pointer } = await open(
      [build(1)],
      `/cams/forensic?span=7d&object=person&upper=red&area=0.5,0,0.5,1&camera=${idOf(901)}`,
    )
    await screen.findByText('1 found')
    const [first] = asked(api)
    expect(first).toMatchObject({ classes: ['person'], upper: 'red', area: { x: 0.5, y: 0, width: 0.5, height: 1 } })
    expect(Date.parse(first?.to ?? '') - Date.parse(first?.from ?? '')).toBe(7 * 24 * 3_600_000)
    expect(screen.getByText('Each search is recorded in the audit log.')).toBeDefined()
    await pointer.click(screen.getByRole('combobox', { name: 'Lower clothes' }))
    await pointer.click(await screen.findByRole('option', { name: 'blue' }))
    await waitFor(() => expect(asked(api).at(-1)).toMatchObject({ upper: 'red', lower: 'blue' }))
    expect(location.search).toContain('lower=blue')
  })

  test('says what to do when nothing was found, and clears the conditions', async () => {
    const { api, pointer } = await open([], '/cams/forensic?upper=pink')
    expect(await screen.findByText(/Only cameras with the product Investigate/)).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(asked(api).at(-1)?.upper).toBeUndefined())
  })

  test('tells an error and searches again, and refuses a time that ends before it begins', async () => {
    const { api, pointer, console: shown } = await open([build(1)])
    await screen.findByText('1 found')
    expect(screen.getByTitle('Choose a site or camera first')).toHaveProperty('disabled', true)
    api.on(searchObjects, () => failure('INTERNAL', 'broken'))
    await pointer.click(screen.getByRole('button', { name: 'Search again' }))
    await screen.findByRole('alert')
    api.on(searchObjects, () => ({ rows: [build(3)], more: false }))
    await pointer.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /Person/ })).toBeDefined()
    await shown.router.navigate({
      to: '/cams/forensic',
      search: { since: '2026-11-02T00:00:00Z', till: '2026-11-01T00:00:00Z' },
    })
    expect(await screen.findByText('The end is before the start.')).toBeDefined()
  })

  test('the part of the picture can be entered by keyboard', async () => {
    const { api, pointer } = await open([build(1)], `/cams/forensic?site=${idOf(902)}`)
    await pointer.click(await screen.findByRole('button', { name: 'Part of the picture' }))
    const dialog = within(await screen.findByRole('dialog'))
    const width = dialog.getByLabelText('Width', { selector: 'input' })
    await pointer.clear(width)
    await pointer.type(width, '50')
    await pointer.click(dialog.getByRole('button', { name: 'Search there' }))
    await waitFor(() => expect(asked(api).at(-1)?.area).toMatchObject({ x: 0, width: 0.5, height: 1 }))
  })
})

test('a rectangle is drawn in any direction and stays within the picture', () => {
  expect(between({ x: 0.8, y: 1.4 }, { x: 0.2, y: 0.5 })).toEqual({ x: 0.2, y: 0.5, width: 0.6, height: 0.5 })
  const whole = { x: 0, y: 0, width: 1, height: 1 }
  expect(withSide(whole, 'x', 40)).toEqual({ x: 0.4, y: 0, width: 0.6, height: 1 })
  expect(withSide(whole, 'width', 0)).toEqual({ x: 0, y: 0, width: 0.02, height: 1 })
})
