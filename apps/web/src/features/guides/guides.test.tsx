import { type Guide, getHome, listGuides, type GuidePage, searchNodes } from '@winnow/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildHome } from '../../testing/build-home.ts'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'

const OWN = '/api/v1/guides/dashboard/video?v=0199'
const PLAYER = 'https://player.vimeo.com/video/76979871'
const guide = (page: GuidePage, own: Partial<Guide> = {}): Guide => ({
  page,
  url: OWN,
  captionsUrl: null,
  active: true,
  ...own,
})
const button = () => screen.findByRole('button', { name: 'Guide to this page' })
const noButton = () => expect(screen.queryByRole('button', { name: 'Guide to this page' })).toBeNull()

const apiWith = (...guides: Guide[]) =>
  frameApi()
    .on(listGuides, () => guides)
    .on(getHome, () => buildHome())

async function openGuide(...guides: Guide[]) {
  const rendered = await renderConsole('/cams/dashboard', { api: apiWith(...guides) })
  await rendered.pointer.click(await button())
  return { ...rendered, dialog: await screen.findByRole('dialog', { name: 'Guide' }) }
}

describe('the guide of a page', () => {
  test('shows a video of 768 by 432 and the keys of the page · HELP-002', async () => {
    const { dialog } = await openGuide(guide('dashboard'))
    const video = within(dialog).getByLabelText('Video guide')
    expect(video.tagName).toBe('VIDEO')
    expect(['src', 'width', 'height'].map((name) => video.getAttribute(name))).toEqual([OWN, '768', '432'])
    expect(video.hasAttribute('controls')).toBe(true)
    expect(video.hasAttribute('autoplay')).toBe(false)
    expect(video.querySelector('track')?.hasAttribute('src'), 'without subtitles').toBe(false)
    const row = within(dialog).getByText('Show all keys').closest('div')
    expect(row?.querySelector('kbd')?.textContent).toBe('?')
  })

  test('has the subtitles of the video, switched on', async () => {
    const captionsUrl = '/api/v1/guides/dashboard/captions?v=0199'
    const { dialog } = await openGuide(guide('dashboard', { captionsUrl }))
    const track = within(dialog).getByLabelText('Video guide').querySelector('track')
    expect([track?.getAttribute('src'), track?.kind, track?.default]).toEqual([captionsUrl, 'captions', true])
  })

  test('says what to do when its video cannot be played', async () => {
    const { dialog } = await openGuide(guide('dashboard'))
    fireEvent.error(within(dialog).getByLabelText('Video guide'))
    expect(within(dialog).getByRole('alert').textContent).toMatch(/cannot be played/)
  })

  test('embeds a player elsewhere, which may not lead our page away and learns no address of it · HELP-002', async () => {
    const { dialog } = await openGuide(guide('dashboard', { url: PLAYER }))
    const frame = within(dialog).getByTitle('Video guide')
    expect(['src', 'width', 'height'].map((name) => frame.getAttribute(name))).toEqual([PLAYER, '768', '432'])
    expect(frame.getAttribute('sandbox')).not.toMatch(/top-navigation|forms|modals/)
    expect(frame.getAttribute('referrerpolicy')).toBe('strict-origin')
    expect(dialog.textContent).toContain('The video comes from player.vimeo.com.')
    expect(within(dialog).getByRole('link', { name: 'Open it in a new tab' }).getAttribute('href')).toBe(PLAYER)
  })

  test('requests nothing of the video before it is opened, and nothing after it is closed', async () => {
    const { pointer } = await renderConsole('/cams/dashboard', { api: apiWith(guide('dashboard', { url: PLAYER })) })
    await button()
    expect(document.querySelector('iframe, video, link[href*="vimeo"]')).toBeNull()
    await pointer.click(await button())
    await screen.findByTitle('Video guide')
    await pointer.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('iframe, video')).toBeNull())
    expect(document.activeElement).toBe(await button())
  })

  test('is opened from the palette too', async () => {
    const api = apiWith(guide('dashboard')).on(searchNodes, () => [])
    const { pointer } = await renderConsole('/cams/dashboard', { api })
    await button()
    await pointer.keyboard('{Control>}k{/Control}')
    await pointer.type(await screen.findByRole('combobox'), 'guide')
    await pointer.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Guide' })).toBeTruthy()
  })
})

describe('the guide button', () => {
  test.each([
    ['a page without a guide', () => [guide('alarms')]],
    ['an inactive guide', () => [guide('dashboard', { active: false })]],
    ['guides that cannot be loaded', () => failure('UNAVAILABLE', 'later')],
  ])('is not shown for %s · HELP-004', async (_what, answer) => {
    const api = apiWith().on(listGuides, answer)
    await renderConsole('/cams/dashboard', { api })
    await waitFor(() => expect(api.callsOf(listGuides)).toHaveLength(1))
    await screen.findByRole('heading', { level: 1 })
    noButton()
  })
})
