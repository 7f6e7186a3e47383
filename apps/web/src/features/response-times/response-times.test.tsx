import { getResponseTimes, listResponseBreaches, setResponseGoal } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildBreach, buildResponseRow, buildTimes, SITE_ID } from './testing/build-times.ts'

vi.setConfig({ testTimeout: 60_000 })

const manager = buildUser({ permissions: ['node.read', 'integration.manage'] })

/** Reads a file that the page saves. */
function catchFile(): () => Promise<string> {
  let saved: Blob | undefined
  URL.createObjectURL = (file) => {
    saved = file instanceof Blob ? file : undefined
    return 'blob:saved'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return async () => {
    await waitFor(() => expect(saved).toBeDefined())
    vi.restoreAllMocks()
    // The Blob of jsdom has no method `text`.
    return new Promise((resolve) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
      reader.readAsText(saved ?? new Blob())
    })
  }
}

async function open(search = '', user = manager) {
  let goal = 30
  const api = frameApi(user)
    .on(getResponseTimes, ({ query }) =>
      buildTimes([
        query.by === 'site'
          ? buildResponseRow({ goalSeconds: goal })
          : buildResponseRow({ day: '2026-11-20', siteId: null, siteName: null, projectName: null, goalSeconds: null }),
      ]),
    )
    .on(listResponseBreaches, ({ query }) => {
      const rows = [query.which === 'waiting' ? buildBreach({ acknowledgedAt: null }) : buildBreach()]
      return { rows, count: 1, countIsExact: true, page: 1, limit: 30 }
    })
    .on(setResponseGoal, ({ body }) => {
      goal = body.seconds
      return body
    })
  return renderConsole(`/cams/response-times${search}`, { api })
}

const cells = async (label: string) => {
  const table = await screen.findByRole('region', { name: label })
  return within((await within(table).findAllByRole('row'))[1] ?? table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}

test('the figures of the days stand above those of each day', async () => {
  await open()
  const figures = await screen.findByLabelText('Figures of these days')
  await waitFor(() => expect(figures.textContent).toContain('95.0 %'))
  for (const figure of ['Messages200', 'Goal not kept10', '50 % within3.4', '95 % within29', 'goal over3'])
    expect(figures.textContent).toContain(figure)
  expect(await cells('By day')).toEqual(
    expect.arrayContaining(['20/11/2026', '95.0 %', '200', '10', '1', '2', '6', '1']),
  )
})

test('the columns of counts of late ones say so, and no two columns have the same name', async () => {
  await open('?list=receiver')
  const table = await screen.findByRole('region', { name: 'By receiver' })
  const names = (await within(table).findAllByRole('columnheader')).map((head) => head.textContent)
  expect(names).toEqual(expect.arrayContaining(['Receiver', 'Late: analysis', 'Late: receiver', 'Late: given up']))
  expect(new Set(names).size).toBe(names.length)
})

test('the goal of a site is changed where its figures stand', async () => {
  const { api, pointer } = await open('?list=site')
  await pointer.click(await screen.findByRole('button', { name: /^Change the goal of Gate/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Goal of Gate' }))
  const field = dialog.getByRole('textbox', { name: 'Seconds until the acknowledgement' })
  await pointer.clear(field)
  await pointer.type(field, '45')
  await pointer.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.callsOf(setResponseGoal).map(({ params, body }) => [params.id, body])).toEqual([
    [SITE_ID, { seconds: 45 }],
  ])
  expect(await screen.findByRole('button', { name: /^Change the goal of Gate \(45/ })).toBeDefined()
})

test('a goal out of range is refused with the reason, and is not changed to another one', async () => {
  const { api, pointer } = await open('?list=site')
  await pointer.click(await screen.findByRole('button', { name: /^Change the goal of Gate/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Goal of Gate' }))
  const field = dialog.getByRole('textbox', { name: 'Seconds until the acknowledgement' })
  await pointer.clear(field)
  await pointer.type(field, '0')
  await pointer.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(field).toHaveProperty('value', '0')
  expect(dialog.getByText(/\b5\b/)).toBeDefined()
  expect(api.callsOf(setResponseGoal)).toEqual([])
})

test('who may not manage receivers sees the goal and cannot change it', async () => {
  await open('?list=site', buildUser({ permissions: ['node.read'] }))
  expect(await cells('By site')).toEqual(expect.arrayContaining(['Gate', 'Acme']))
  expect(screen.queryByRole('button', { name: /^Change the goal/ })).toBeNull()
})

test('an alarm that came too late names the stage that cost the time, and is saved as CSV', async () => {
  const { pointer } = await open('?list=ended')
  const row = await cells('Too late')
  expect(row).toEqual(expect.arrayContaining(['Dock', 'Station', 'Receiver']))
  expect(screen.getByRole('link', { name: /21\/11\/2026/ }).getAttribute('href')).toContain('/cams/alarms/')
  const file = catchFile()
  await pointer.click(screen.getByRole('button', { name: /CSV/ }))
  const [head, line] = (await file()).replace('\uFEFF', '').split('\r\n')
  expect(head).toContain('What cost the time')
  expect(line).toContain('2026-11-21T10:00:00.000Z')
  // Seconds of each stage, altogether, and the goal.
  expect(line).toContain('"Receiver","4","2","50","56","30"')
})

test('the list, the site and the days stand in the address', async () => {
  const { api, pointer } = await open(`?site=${SITE_ID}&since=2026-11-01`)
  await screen.findByRole('region', { name: 'By day' })
  await pointer.click(screen.getByRole('radio', { name: 'Still waiting' }))
  await screen.findByRole('region', { name: 'Still waiting' })
  expect(api.callsOf(listResponseBreaches)[0]?.query).toMatchObject({
    which: 'waiting',
    siteId: SITE_ID,
    since: '2026-11-01',
  })
  expect(location.search).toContain('list=waiting')
})
