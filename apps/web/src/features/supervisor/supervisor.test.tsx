import {
  drawAlarms,
  getQualityReview,
  getSampledAlarm,
  labelSampledAlarm,
  listRandomAlarms,
  listReviewed,
  setQualityReview,
  type QualityReview,
  type ReviewedCompany,
  type ReviewRound,
  type SampledDetail,
} from '@winnow/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

configure({ asyncUtilTimeout: 8000 })
vi.setConfig({ testTimeout: 30_000 })

const COMPANY = '01900000-0000-7000-8000-0000000000d1'
const idOf = (n: number) => `01900000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
const AT = '2026-11-20T01:00:00.000Z'

const alarm = (n: number): SampledDetail => ({
  id: idOf(n),
  companyId: COMPANY,
  companyName: 'Harbour Guards',
  viewId: idOf(90),
  viewName: `Camera ${n}`,
  siteName: 'Quay',
  projectName: 'Port',
  timezone: 'Europe/Madrid',
  receivedAt: AT,
  eventType: 'motion',
  frameCount: 2,
  drawnAt: AT,
  label: null,
  revealed: null,
  frames: [0, 1].map((position) => ({
    position,
    url: `/api/v1/supervisor/alarm/${idOf(n)}/frame/${position}`,
    width: 640,
    height: 360,
    offsetMs: null,
  })),
})

const round = (overrides: Partial<ReviewRound> = {}): ReviewRound => ({
  id: idOf(80),
  since: '2026-11-13T01:00:00.000Z',
  till: AT,
  openedAt: AT,
  closedAt: null,
  alarms: 4_000,
  listed: 1_000,
  labelled: 12,
  result: {
    recall: { share: null, low: 0.41, high: 0.99, of: 12 },
    falseFiltered: { share: null, low: 0.2, high: 0.9, of: 12 },
    // Supervisors do not get it.
    reduction: null,
    missing: 48,
  },
  ...overrides,
})

/** A server with these alarms in the supervisor's sample. Draws add one. */
function serve(count: number, company: Partial<ReviewedCompany> | null = {}) {
  const user = buildUser({
    isSpecialCompany: true,
    roles: ['MEMBER_USER', 'SUPERVISOR'],
    permissions: ['alarm.review'],
  })
  const alarms = Array.from({ length: count }, (_, n) => alarm(n + 1))
  const find = (id: string) => alarms.find((each) => each.id === id)
  const api = frameApi(user)
    .on(listReviewed, () => {
      const labelled = alarms.filter(({ label }) => label !== null).length
      const progress = { drawn: alarms.length, labelled, left: 900, nextRoundAt: '2026-11-27T01:00:00.000Z' }
      const row = { companyId: COMPANY, companyName: 'Harbour Guards', round: round(), ...progress }
      return { rows: company ? [{ ...row, ...company }] : [] }
    })
    .on(listRandomAlarms, ({ query }) => {
      const rows = alarms.filter(({ label }) => query['label'] !== 'unlabelled' || label === null)
      return { rows, count: rows.length, countIsExact: true, page: 1, limit: 200, more: false }
    })
    .on(getSampledAlarm, ({ params }) => find(params.id) ?? failure('NOT_FOUND', 'Not found'))
    .on(labelSampledAlarm, ({ params, body }) => {
      const found = find(params.id)
      if (!found) return failure('NOT_FOUND', 'Not found')
      const { groundTruth, reason = null } = body
      found.label = { groundTruth, reason, at: AT, first: found.label?.first ?? groundTruth }
      found.revealed = { verdict: 'false', score: 0.1, classes: [], cusGroundTruth: false }
      return { ...found }
    })
    .on(drawAlarms, () => {
      alarms.push(alarm(alarms.length + 1))
      return { drawn: 1, short: 'all-drawn' as const }
    })
  return { api, alarms, user }
}

const camera = (name: string) => screen.findByRole('heading', { name })
const pressed = (name: RegExp) =>
  screen.getAllByRole('button', { name }).filter((button) => button.getAttribute('aria-pressed') === 'true')

describe('the sample of a supervisor', () => {
  test('is labelled by keys, and tells the verdict after the label alone', async () => {
    const { api } = serve(2)
    const { pointer } = await renderConsole('/super/alarms', { api })
    await camera('Camera 1')
    expect(screen.getByText('The filter’s verdict appears after your label.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Verdict of the filter' })).toBeNull()
    await pointer.keyboard('t')
    const verdict = within(await screen.findByRole('region', { name: 'Verdict of the filter' }))
    expect(verdict.getByText('The filter decided otherwise.')).toBeTruthy()
    expect(location.pathname).toBe(`/super/alarms/${idOf(1)}`)
    expect(await screen.findByText('1 of 2 labelled')).toBeTruthy()
    // A digit gives the reason, and on an alarm without a label the label false.
    await pointer.keyboard('n')
    await camera('Camera 2')
    await pointer.keyboard('1')
    await screen.findByText('The filter decided the same.')
    expect(pressed(/^wind/)).toHaveLength(1)
    const sent = api.callsOf(labelSampledAlarm).map(({ params, body: { act: _act, ...body } }) => [params.id, body])
    expect(sent).toEqual([
      [idOf(1), { groundTruth: true, reason: null }],
      [idOf(2), { groundTruth: false, reason: 'wind' }],
    ])
    // Nothing more to label.
    await pointer.keyboard('n')
    await screen.findByRole('heading', { name: 'You have labelled all drawn alarms' })
  })

  test('lets a label be corrected, and says that the first one counts', async () => {
    const { api } = serve(1)
    const { pointer } = await renderConsole('/super/alarms', { api })
    await camera('Camera 1')
    await pointer.keyboard('t')
    await screen.findByText('The filter decided otherwise.')
    await pointer.keyboard('f')
    expect(await screen.findByText('For the result your first label counts: True.')).toBeTruthy()
  })

  test('shows one picture after another by key, and the place of the alarm', async () => {
    const { api } = serve(2)
    const { pointer } = await renderConsole('/super/alarms', { api })
    await screen.findByRole('img', { name: 'Picture 1 of 2: Camera 1' })
    expect(screen.getByText('Port / Quay')).toBeTruthy()
    await pointer.keyboard('{ArrowRight}')
    await screen.findByRole('img', { name: 'Picture 2 of 2: Camera 1' })
    await pointer.keyboard('{ArrowDown}')
    await screen.findByRole('img', { name: 'Picture 1 of 2: Camera 2' })
  })

  test('that is empty says why, and is filled by a draw', async () => {
    const { api } = serve(0)
    const { pointer } = await renderConsole('/super/alarms', { api })
    await screen.findByRole('heading', { name: 'Draw your first alarms' })
    await pointer.click(screen.getByRole('button', { name: 'Draw 20 alarms of Harbour Guards' }))
    await camera('Camera 1')
    expect(api.callsOf(drawAlarms).map(({ body }) => body)).toEqual([{ companyId: COMPANY, count: 20 }])
  })

  test('says when the next alarms can be drawn, and why a draw gave none', async () => {
    const used = serve(0, { left: 0 })
    const { unmount } = await renderConsole('/super/alarms', { api: used.api })
    await screen.findByText(/All are drawn. The next sample can be drawn from/)
    expect(screen.queryByRole('button', { name: /^Draw/ })).toBeNull()
    unmount()
    const none = serve(0, { round: null, nextRoundAt: null })
    none.api.on(drawAlarms, () => ({ drawn: 0, short: 'no-alarms' as const }))
    const { pointer } = await renderConsole('/super/alarms', { api: none.api })
    await pointer.click(await screen.findByRole('button', { name: /^Draw 20/ }))
    await screen.findByText('The company had no alarm in these days.')
  })

  test('says who can open a company if none is open, and that an alarm is out of reach', async () => {
    const { unmount } = await renderConsole('/super/alarms', { api: serve(0, null).api })
    expect(await screen.findByText(/switches it on, under Settings, Quality review/)).toBeTruthy()
    unmount()
    await renderConsole(`/super/alarms/${idOf(77)}`, { api: serve(1).api })
    await screen.findByRole('heading', { name: 'This alarm is not in your sample' })
  })

  test('keeps the alarm on screen if the label could not be saved', async () => {
    const { api } = serve(1)
    api.on(labelSampledAlarm, () => failure('INTERNAL', 'An error occurred'))
    const { pointer } = await renderConsole('/super/alarms', { api })
    await camera('Camera 1')
    await pointer.keyboard('t')
    await screen.findByText('The server met an unexpected error')
    expect(screen.getByText('The filter’s verdict appears after your label.')).toBeTruthy()
  })
})

describe('the result', () => {
  test('tells bounds and no percentage with few labels', async () => {
    await renderConsole('/super/result', { api: serve(1).api })
    const card = within(await screen.findByRole('region', { name: 'Harbour Guards' }))
    expect(card.getAllByText('Too few labels')).toHaveLength(2)
    expect(card.getByText('between 41.0 % and 99.0 %')).toBeTruthy()
    expect(card.getAllByText('from 12 labels')).toHaveLength(2)
    expect(card.getByText(/Labels that are missing for a percentage: 48/)).toBeTruthy()
    expect(card.queryByText('Reduction')).toBeNull()
  })

  test('tells the percentage with its bounds and the number of labels', async () => {
    const { result } = round()
    const enough = { ...result, recall: { share: 0.96, low: 0.9, high: 0.99, of: 200 }, missing: 0 }
    await renderConsole('/super/result', { api: serve(1, { round: round({ result: enough }) }).api })
    const card = within(await screen.findByRole('region', { name: 'Harbour Guards' }))
    expect(card.getByText('96.0 %')).toBeTruthy()
    expect(card.getByText('between 90.0 % and 99.0 %')).toBeTruthy()
    expect(card.getByText('from 200 labels')).toBeTruthy()
  })
})

describe('the switch of a company', () => {
  const counted = { ...round().result, reduction: { share: 0.75, low: 0.73, high: 0.76, of: 4_000 } }
  const review = (on: boolean): QualityReview => ({
    on,
    changed: { at: AT, by: 'Ada' },
    rounds: on ? [round({ result: counted })] : [],
  })

  test('says what supervisors see, asks before it opens, and closes at once', async () => {
    let on = false
    const api = frameApi(buildUser())
      .on(getQualityReview, () => review(on))
      .on(setQualityReview, ({ body }) => {
        on = body.on
        return review(on)
      })
    const { pointer } = await renderConsole('/cams/settings/quality-review', { api })
    expect(await screen.findByText(/they see the pictures, the time, and the names of company/)).toBeTruthy()
    expect(screen.getByText(/is in your audit log/)).toBeTruthy()
    const toggle = () => screen.getByRole<HTMLInputElement>('switch')
    expect(toggle().checked).toBe(false)
    await pointer.click(toggle())
    const dialog = within(await screen.findByRole('dialog', { name: 'Let supervisors see alarms?' }))
    expect(api.callsOf(setQualityReview)).toEqual([])
    await pointer.click(dialog.getByRole('button', { name: 'Switch on' }))
    await waitFor(() => expect(toggle().checked).toBe(true))
    expect(screen.getAllByText('Too few labels').length).toBeGreaterThan(0)
    expect(screen.getByText('counted over 4,000 alarms')).toBeTruthy()
    await pointer.click(toggle())
    await waitFor(() => expect(toggle().checked).toBe(false))
    expect(api.callsOf(setQualityReview).map(({ body }) => body.on)).toEqual([true, false])
  })

  test('belongs to administrators', async () => {
    const member = buildUser({ roles: ['MEMBER_USER'], permissions: ['alarm.read', 'company.read'] })
    await renderConsole('/cams/settings/profile', { api: frameApi(member) })
    await screen.findByRole('heading', { name: 'Settings: Profile' })
    expect(screen.queryByRole('link', { name: 'Quality review' })).toBeNull()
  })
})
