import { GUIDE_PAGES, listGuides } from '@winnow/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openClients } from '../features/clients/testing/open-clients.tsx'
import { renderConsole } from '../testing/render-console.tsx'
import { serverOfAll } from './testing/server-of-all.ts'

/** A console in which every page that can have a guide has one. */
async function open(path: string) {
  const server = serverOfAll()
  server.api.on(listGuides, () =>
    GUIDE_PAGES.map((page) => ({ page, url: `https://videos.example/${page}`, captionsUrl: null, active: true })),
  )
  return path.startsWith('/cams/clients') ? openClients(path, server) : renderConsole(path, { api: server.api })
}
const buttons = () => screen.queryAllByRole('button', { name: 'Guide to this page' })

test.each(GUIDE_PAGES)('/cams/%s has one guide button, which opens its own guide · HELP-003', async (page) => {
  const { pointer } = await open(`/cams/${page}`)
  await waitFor(() => expect(buttons()).toHaveLength(1))
  await pointer.click(buttons()[0] ?? document.body)
  expect((await screen.findByTitle('Video guide')).getAttribute('src')).toBe(`https://videos.example/${page}`)
})

test.each([
  '/cams/alarms/wall',
  '/cams/alarms/queue',
  '/cams/settings/profile',
  '/cams/settings/learning',
  '/cams/audit-log',
  '/provider/companies',
])('%s has no guide button · HELP-003', async (path) => {
  await open(path)
  await screen.findByRole('heading', { level: 1 })
  expect(buttons()).toEqual([])
})
