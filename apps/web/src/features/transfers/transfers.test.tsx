import {
  type BackgroundJob,
  cancelJob,
  discardImport,
  getImport,
  getJobState,
  type ImportLine,
  listImportLines,
  listImports,
  runImport,
  type TreeImport,
} from '@winnow/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { fakeUploads } from '../../testing/fake-upload.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const ID = '01900000-0000-7000-8000-0000000000e1'
const JOB_ID = '01900000-0000-7000-8000-0000000000e2'
const PAGE = `/cams/clients/import/${ID}`

const tree: TreeImport = {
  id: ID,
  fileName: 'piers.csv',
  createdAt: '2026-11-20T12:00:00.000Z',
  lines: 50_000,
  counts: { create: 49_000, update: 500, none: 499, problem: 1 },
  failed: 0,
  jobId: null,
}
const buildLine = (line: number, facts: Partial<ImportLine> = {}): ImportLine => ({
  line,
  client: 'Harbour',
  site: 'North quay',
  camera: `Camera ${line}`,
  action: 'create',
  creates: ['camera'],
  changes: [],
  problems: [],
  node: null,
  result: null,
  ...facts,
})
const refused = buildLine(7, {
  action: 'problem',
  creates: [],
  problems: [
    { code: 'INVALID', column: 'thermal', otherLine: null },
    { code: 'DIFFERS', column: 'site_timezone', otherLine: 3 },
  ],
})
const job: BackgroundJob = {
  id: JOB_ID,
  group: 'tree.import',
  type: 'tree.import',
  category: 'line',
  status: 'running',
  statQueued: 49_500,
  statProcessed: 20_000,
  statFailed: 0,
  logFailed: [],
  cancelledBy: null,
  error: null,
  userName: 'Ada',
  createdAt: '2026-11-20T12:00:00.000Z',
  finishedAt: null,
}
const cancelled: BackgroundJob = { ...job, status: 'done', cancelledBy: 'Ada' }
const ended: BackgroundJob = { ...job, status: 'done', statFailed: 1 }

/** A server with one import of 50,000 lines. */
function importApi() {
  const state = { file: tree }
  const api = frameApi()
    .on(listImports, () => ({ rows: [state.file], count: 1, countIsExact: true, page: 1, limit: 10 }))
    .on(getImport, () => state.file)
    .on(listImportLines, ({ query }) => {
      const { page = '1', limit = '200', outcome } = query
      const isRefused = outcome === 'problem'
      const rows = isRefused
        ? [refused]
        : Array.from({ length: Number(limit) }, (_, at) => buildLine((Number(page) - 1) * Number(limit) + at + 2))
      const count = isRefused ? 1 : tree.lines
      return { rows, count, countIsExact: true, page: Number(page), limit: Number(limit) }
    })
    .on(getJobState, () => job)
  return { api, state }
}

beforeEach(() => {
  // jsdom has no layout, but lists show rows only if they have a size.
  for (const side of ['offsetHeight', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(640)
  for (const side of ['offsetWidth', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(900)
})

const fileInput = () => screen.findByLabelText('Choose a file')
const csv = (name = 'piers.csv') => new File(['client\nHarbour\n'], name, { type: 'text/csv' })

describe('the upload of a file', () => {
  test('shows its progress, can be cancelled, and leads to the preview', async () => {
    const uploads = fakeUploads()
    const { pointer } = await renderConsole('/cams/clients/import', { api: importApi().api })
    await pointer.upload(await fileInput(), csv())
    act(() => uploads[0]?.progress(0.4))
    await waitFor(() => expect(screen.getByRole('progressbar')).toHaveProperty('value', 0.4))
    await pointer.click(screen.getByRole('button', { name: 'Cancel the upload' }))
    expect(uploads[0]?.aborted).toBe(true)
    expect(screen.queryByText('Uploading piers.csv')).toBeNull()

    await pointer.upload(await fileInput(), csv())
    expect(uploads[1]?.url).toContain('fileName=piers.csv')
    act(() => uploads[1]?.progress(1))
    expect(await screen.findByText('Checking the lines of piers.csv')).toBeDefined()
    act(() => uploads[1]?.answer(200, tree))
    await waitFor(() => expect(location.pathname).toBe(PAGE))
  })

  test('explains why a whole file was refused', async () => {
    const uploads = fakeUploads()
    const { pointer } = await renderConsole('/cams/clients/import', { api: importApi().api })
    const refusals = [
      [
        400,
        { code: 'VALIDATION', message: 'x', errors: [{ field: 'columns', message: 'x' }] },
        /must name the columns/,
      ],
      [
        400,
        { code: 'VALIDATION', message: 'x', errors: [{ field: 'lines', message: 'x' }] },
        /more than 100,000 lines/,
      ],
      [413, { code: 'TOO_LARGE', message: 'x' }, /larger than 50 MB/],
      [507, { code: 'STORAGE_FULL', message: 'x' }, /disk/],
    ] as const
    for (const [at, [status, body, words]] of refusals.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      await pointer.upload(await fileInput(), csv())
      act(() => uploads[at]?.answer(status, body))
      // oxlint-disable-next-line no-await-in-loop -- as above
      expect(await screen.findByText(words)).toBeDefined()
    }
  })

  test('lists the files of the last day, from which the preview is found again', async () => {
    const { pointer } = await renderConsole('/cams/clients/import', { api: importApi().api })
    await pointer.click(await screen.findByRole('link', { name: 'piers.csv' }))
    await waitFor(() => expect(location.pathname).toBe(PAGE))
    expect(await screen.findByRole('button', { name: 'Import 49,500 lines' })).toBeDefined()
  })

  test('is not available without the right to create clients', async () => {
    const user = buildUser({ permissions: ['node.read', 'alarm.read'] })
    await renderConsole('/cams/clients/import', { user, api: frameApi(user) })
    await waitFor(() => expect(location.pathname).not.toContain('import'))
  })
})

describe('the preview', () => {
  test('loads only the lines in view, and shows each refused line with all of its problems', async () => {
    const { pointer, api } = await renderConsole(PAGE, { api: importApi().api })
    expect(await screen.findByText('Camera 2')).toBeDefined()
    expect(api.callsOf(listImportLines)).toHaveLength(1)
    await pointer.click(screen.getByRole('button', { name: 'Refused 1' }))
    await waitFor(() => expect(location.search).toBe('?show=problem'))
    await pointer.click(await screen.findByRole('button', { name: /^Thermal is not valid/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Line 7' })
    expect(within(dialog).getByText('Time zone of the site differs from line 3.')).toBeDefined()
  })

  test('shows an error with a retry while an import cannot be loaded, and offers another file', async () => {
    const { api } = importApi()
    api.on(getImport, () => failure('NOT_FOUND', 'Not found'))
    await renderConsole(PAGE, { api })
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Choose another file' }).getAttribute('href')).toBe('/cams/clients/import')
  })

  test('offers no import if no line changes anything', async () => {
    const { api, state } = importApi()
    state.file = { ...tree, counts: { create: 0, update: 0, none: 49_999, problem: 1 } }
    await renderConsole(PAGE, { api })
    expect(await screen.findByText('No line changes anything')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  })

  test('is discarded, and the page for another file is shown', async () => {
    const { api } = importApi()
    api.on(discardImport, () => ({ success: true as const }))
    const { pointer } = await renderConsole(PAGE, { api })
    await pointer.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(location.pathname).toBe('/cams/clients/import'))
    expect(await screen.findByText('The preview was discarded')).toBeDefined()
    expect(api.callsOf(discardImport)).toMatchObject([{ params: { id: ID } }])
  })

  test('starts the import, shows its progress, also after a reload, and cancels it', async () => {
    const { api, state } = importApi()
    api.on(runImport, () => {
      state.file = { ...tree, jobId: JOB_ID }
      return { job }
    })
    api.on(cancelJob, () => cancelled)
    const { pointer } = await renderConsole(PAGE, { api })
    await pointer.click(await screen.findByRole('button', { name: 'Import 49,500 lines' }))
    const panel = await screen.findByRole('group', { name: 'Progress of the import' })
    expect(await within(panel).findByText('20,000 processed')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Import 49,500 lines' })).toBeNull()
    api.on(getJobState, () => cancelled)
    await pointer.click(within(panel).getByRole('button', { name: 'Cancel job' }))
    expect(await within(panel).findByText('Cancelled by Ada')).toBeDefined()
  })

  test('links the lines to what they have added, and filters those that failed', async () => {
    const { api, state } = importApi()
    state.file = { ...tree, jobId: JOB_ID, failed: 1 }
    api.on(getJobState, () => ended)
    const rows = [
      buildLine(2, { result: 'done', node: { kind: 'camera', id: ID } }),
      buildLine(3, { result: 'failed', problems: [{ code: 'NAME_TAKEN', column: 'camera', otherLine: null }] }),
    ]
    api.on(listImportLines, () => ({ rows, count: 2, countIsExact: true, page: 1, limit: 200 }))
    await renderConsole(PAGE, { api })
    expect((await screen.findByRole('link', { name: 'Camera 2' })).getAttribute('href')).toBe(
      `/cams/clients/u?cam=${ID}`,
    )
    expect(screen.getByText('Added')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Camera: the name is taken already.' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Failed 1' }).hasAttribute('disabled')).toBe(false)
  })
})
