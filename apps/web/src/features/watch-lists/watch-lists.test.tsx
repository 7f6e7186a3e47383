import {
  createWatchList,
  deleteWatchList,
  importWatchPlates,
  listWatchLists,
  listWatchPlates,
  searchWatchPlates,
  type WatchList,
} from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { buildWatchList } from './testing/build-watch-list.ts'

const LIST = buildWatchList()

/** Opens the tab for a user who may keep lists. The server has these lists, and one plate once some were imported. */
async function openLists(lists: WatchList[]) {
  let all = lists
  const plate = {
    id: '01900000-0000-7000-8000-000000000102',
    plate: 'AB12CDE',
    note: 'white van',
    expiresAt: '2027-02-20T10:00:00.000Z',
    addedAt: '2026-11-20T10:00:00.000Z',
    addedBy: 'Ada',
  }
  const api = frameApi(buildUser({ permissions: ['plates.manage', 'node.read'] }))
    .on(listWatchLists, () => all)
    .on(createWatchList, ({ body }) => {
      const made = { ...LIST, name: body.name, rules: 0 }
      all = [...all, made]
      return made
    })
    .on(deleteWatchList, () => {
      all = []
      return { success: true as const }
    })
    .on(importWatchPlates, ({ body }) => {
      all = all.map((list) => ({ ...list, plates: body.plates.length }))
      return { added: body.plates.length, updated: 0, list: { ...LIST, plates: body.plates.length } }
    })
    .on(searchWatchPlates, ({ body }) => (body.plate === 'ZZ99' ? [] : [plate]))
    .on(listWatchPlates, () => {
      const has = (all[0]?.plates ?? 0) > 0
      return { rows: has ? [plate] : [], count: has ? 1 : 0, countIsExact: true, page: 1, limit: 50 }
    })
  return renderConsole('/cams/settings/watch-lists', { api })
}

test('a list is created, and plates are pasted: wrong lines are told apart before anything is sent', async () => {
  const { pointer, api } = await openLists([])
  expect(await screen.findByText('No lists yet')).toBeDefined()
  await pointer.click(screen.getByRole('button', { name: 'Create list' }))
  const create = within(await screen.findByRole('dialog', { name: 'Create list' }))
  await pointer.type(create.getByRole('textbox', { name: /Name of the list/ }), 'Banned')
  await pointer.click(create.getByRole('button', { name: 'Create' }))
  const plates = within(await screen.findByRole('dialog', { name: 'Plates of Banned' }))
  await pointer.click(await plates.findByRole('button', { name: 'Import plates' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import plates into Banned' }))
  await pointer.click(dialog.getByRole('textbox', { name: 'Plates, one a line' }))
  await pointer.paste('AB12 CDE; white van\nA\nab-12-cde\nXY99')
  expect(await dialog.findByText('2 plates can be imported. 2 lines are left out.')).toBeDefined()
  const wrong = within(dialog.getByRole('list', { name: 'Lines that are left out' }))
  expect(wrong.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 2 Ahas fewer than 2 letters and digits',
    'Line 3 ab-12-cdestands further up already',
  ])
  await pointer.click(dialog.getByRole('button', { name: 'Import 2 plates' }))
  await waitFor(() =>
    expect(api.callsOf(importWatchPlates).map(({ body }) => body)).toEqual([
      {
        plates: [
          { plate: 'AB12 CDE', note: 'white van' },
          { plate: 'XY99', note: '' },
        ],
        replace: false,
      },
    ]),
  )
  expect(await plates.findByText('AB12CDE')).toBeDefined()
})

test('a plate is searched on request alone, since each search is recorded', async () => {
  const { pointer, api } = await openLists([{ ...LIST, plates: 3 }])
  await pointer.click(await screen.findByRole('button', { name: 'Open the list Banned' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Plates of Banned' }))
  const field = await dialog.findByRole('searchbox', { name: 'Find a plate' })
  await pointer.type(field, 'ZZ99')
  expect(api.callsOf(searchWatchPlates)).toEqual([])
  await pointer.keyboard('{Enter}')
  expect(await dialog.findByText('ZZ99 is not on this list')).toBeDefined()
  expect(api.callsOf(searchWatchPlates).map(({ body }) => body)).toEqual([{ plate: 'ZZ99' }])
})

test('a large import that breaks off says how far it came, and goes on from there', async () => {
  const { pointer, api } = await openLists([{ ...LIST, plates: 3 }])
  let isBroken = false
  api.on(importWatchPlates, ({ body }) => {
    if (isBroken) return failure('CAPACITY_REACHED', 'Full')
    isBroken = true
    return { added: body.plates.length, updated: 0, list: LIST }
  })
  await pointer.click(await screen.findByRole('button', { name: 'Open the list Banned' }))
  await pointer.click(await screen.findByRole('button', { name: 'Import plates' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import plates into Banned' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Plates, one a line' }), {
    target: { value: Array.from({ length: 10_001 }, (_, at) => `AB${at}`).join('\n') },
  })
  await pointer.click(await dialog.findByRole('checkbox', { name: /First delete/ }))
  await pointer.click(await dialog.findByRole('button', { name: 'Import 10001 plates' }))
  expect(await dialog.findByText('10,000 of 10,001 plates are imported. Import again to send the rest.')).toBeDefined()
  isBroken = false
  await pointer.click(dialog.getByRole('button', { name: 'Import 10001 plates' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import plates into Banned' })).toBeNull())
  expect(api.callsOf(importWatchPlates).map(({ body }) => [body.plates.length, body.replace])).toEqual([
    [10_000, true],
    [1, false],
    [1, false],
  ])
})

test('an import that broke off begins anew when the list is to be emptied after all', async () => {
  const { pointer, api } = await openLists([{ ...LIST, plates: 3 }])
  let calls = 0
  api.on(importWatchPlates, ({ body }) => {
    calls += 1
    return calls === 2 ? failure('CAPACITY_REACHED', 'Full') : { added: body.plates.length, updated: 0, list: LIST }
  })
  await pointer.click(await screen.findByRole('button', { name: 'Open the list Banned' }))
  await pointer.click(await screen.findByRole('button', { name: 'Import plates' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import plates into Banned' }))
  fireEvent.change(dialog.getByRole('textbox', { name: 'Plates, one a line' }), {
    target: { value: Array.from({ length: 10_001 }, (_, at) => `AB${at}`).join('\n') },
  })
  await pointer.click(await dialog.findByRole('button', { name: 'Import 10001 plates' }))
  await dialog.findByText(/^10,000 of 10,001 plates are imported/)
  await pointer.click(dialog.getByRole('checkbox', { name: /First delete/ }))
  expect(dialog.queryByText(/plates are imported/)).toBeNull()
  await pointer.click(dialog.getByRole('button', { name: 'Import 10001 plates' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import plates into Banned' })).toBeNull())
  expect(api.callsOf(importWatchPlates).map(({ body }) => [body.plates.length, body.replace])).toEqual([
    [10_000, false],
    [1, false],
    [10_000, true],
    [1, false],
  ])
})

test('before a list is deleted, its rules are named; closing an import with pasted plates asks first', async () => {
  const { pointer } = await openLists([{ ...LIST, plates: 3 }])
  await pointer.click(await screen.findByRole('button', { name: 'Open the list Banned' }))
  await pointer.click(await screen.findByRole('button', { name: 'Import plates' }))
  await pointer.click(await screen.findByRole('textbox', { name: 'Plates, one a line' }))
  await pointer.paste('AB12')
  await pointer.keyboard('{Escape}')
  await pointer.click(await screen.findByRole('button', { name: 'Discard' }))
  await pointer.keyboard('{Escape}')
  await pointer.click(await screen.findByRole('button', { name: 'Delete the list Banned' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the list Banned?' }))
  expect(dialog.getByText(/2 rules that look for it are no longer ready/)).toBeDefined()
  await pointer.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No lists yet')).toBeDefined()
})
