import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openClients } from '../features/clients/testing/open-clients.tsx'
import { renderConsole } from '../testing/render-console.tsx'
import { FORMS, type GuardedForm } from './testing/guarded-forms.ts'
import { serverOfAll } from './testing/server-of-all.ts'

vi.setConfig({ testTimeout: 120_000 })

const question = () => screen.findByRole('dialog', { name: 'Discard what is not saved?' })
const noQuestion = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard what is not saved?' })).toBeNull())
/** Whether the browser would ask before the page is reloaded or closed. */
function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

async function open(form: GuardedForm) {
  const server = serverOfAll(form)
  const opened = form.path.startsWith('/cams/clients')
    ? await openClients(form.path, server)
    : await renderConsole(form.path, { api: server.api })
  for (const name of form.buttons ?? [])
    await opened.pointer.click((await screen.findAllByRole('button', { name }))[0] ?? document.body)
  await form.open?.(opened.pointer)
  const field = await form.field()
  const { dialog } = form
  const inDialog = () => (dialog === undefined ? undefined : screen.queryByRole('dialog', { name: dialog }))
  if (dialog !== undefined) await screen.findByRole('dialog', { name: dialog })
  const change = async () => {
    if (form.change) return form.change(opened.pointer)
    await opened.pointer.click(field)
    await opened.pointer.keyboard(`{End}${form.typed ?? 'x'}`)
  }
  const takeBack = async () => {
    if (form.takeBack) return form.takeBack(opened.pointer)
    await opened.pointer.click(field)
    await opened.pointer.keyboard(`{End}${form.takenBack ?? '{Backspace}'}`)
  }
  const leave = () => void opened.console.router.navigate({ to: '/cams/settings/{-$tab}', params: { tab: 'theme' } })
  return { ...opened, field, inDialog, change, takeBack, leave }
}

const nameOf = (form: GuardedForm) => `${form.file} at ${[form.path.split('?')[0], ...(form.buttons ?? [])].join(', ')}`

afterEach(() => vi.restoreAllMocks())

describe('unsaved changes', () => {
  test.each(FORMS.map((form) => [nameOf(form), form] as const))(
    'of %s cause a question before they are discarded',
    async (_name, form) => {
      const { pointer, field, change, takeBack, leave, inDialog } = await open(form)
      const address = location.href
      await change()
      const typed = field instanceof HTMLInputElement ? field.value : undefined

      const stays = async () => {
        await noQuestion()
        expect(location.href).toBe(address)
        expect(field.isConnected).toBe(true)
        if (field instanceof HTMLInputElement) expect(field.value).toBe(typed)
      }
      if (inDialog()) {
        await pointer.keyboard('{Escape}')
        // A second Escape closes only the question.
        await waitFor(async () => expect((await question()).contains(document.activeElement)).toBe(true))
        await pointer.keyboard('{Escape}')
        await stays()
        const [cross] = within(inDialog() ?? document.body).getAllByRole('button', { name: 'Close' })
        await pointer.click(cross ?? document.body)
        await pointer.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
        await stays()
        const cancel = within(inDialog() ?? document.body).getAllByRole('button', { name: /^(Cancel|Close)$/ })
        await pointer.click(cancel.at(-1) ?? document.body)
        await pointer.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
        await stays()
      }
      expect(asksBeforeUnload()).toBe(true)
      leave()
      await pointer.click(within(await question()).getByRole('button', { name: 'Keep editing' }))
      await stays()

      // Input that was typed and removed again is not an unsaved change.
      await takeBack()
      await waitFor(() => expect(asksBeforeUnload()).toBe(false))

      await change()
      const last = form.buttons?.at(-1)
      if (last !== undefined || form.open) {
        await pointer.keyboard('{Escape}')
        await pointer.click(within(await question()).getByRole('button', { name: 'Discard' }))
        await waitFor(() => expect(inDialog()).toBeNull())
        // The discarded input does not come back, and without input there is no question.
        if (form.open) await form.open(pointer)
        else await pointer.click((await screen.findAllByRole('button', { name: last ?? '' }))[0] ?? document.body)
        await form.field()
        await pointer.keyboard('{Escape}')
        await waitFor(() => expect(inDialog()).toBeNull())
        await noQuestion()
      } else {
        leave()
        await pointer.click(within(await question()).getByRole('button', { name: 'Discard' }))
        await waitFor(() => expect(location.pathname).toBe('/cams/settings/theme'))
      }
      await waitFor(() => expect(field.isConnected).toBe(false))
      expect(asksBeforeUnload()).toBe(false)
    },
  )
})
