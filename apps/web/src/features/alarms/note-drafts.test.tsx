import { addNote } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { noteDraftsStore } from '../../lib/session/note-drafts.ts'
import { failure } from '../../testing/fake-api.ts'
import { AlarmServer } from './testing/alarm-api.ts'
import { buildAlarm } from './testing/alarm-factory.ts'
import { facts, openAlarms } from './testing/open-alarms.tsx'

const HINT = 'Draft restored. Only you see it, in this browser, until you add it.'
const field = () => facts().findByRole<HTMLTextAreaElement>('textbox', { name: 'Add note' })
const server = () => new AlarmServer([buildAlarm(1), buildAlarm(2)])

describe('an unsaved note', () => {
  test('is restored when the page is opened again, with a hint, and a button discards it', async () => {
    const first = await openAlarms({ server: server() })
    await first.pointer.type(await field(), 'Gate was')
    expect(facts().queryByText(HINT)).toBeNull()
    const address = location.pathname
    first.unmount()
    first.console.close()

    const { pointer } = await openAlarms({ server: server(), path: address })
    expect((await field()).value).toBe('Gate was')
    expect(facts().getByText(HINT)).toBeDefined()
    await pointer.click(facts().getByRole('button', { name: 'Discard draft' }))
    expect((await field()).value).toBe('')
    expect(document.activeElement).toBe(await field())
    expect(facts().queryByText(HINT)).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.includes('drafts'))).toEqual([])
    // Later input is not a restored draft.
    await pointer.keyboard('x')
    expect(facts().queryByText(HINT)).toBeNull()
  })

  test('and its hint stay with their alarm while another alarm is viewed', async () => {
    const { pointer } = await openAlarms({ server: server() })
    await pointer.type(await field(), 'Gate was')
    await pointer.keyboard('{Escape}{ArrowDown}')
    await waitFor(async () => expect((await field()).value).toBe(''))
    expect(facts().queryByText(HINT)).toBeNull()
    await pointer.keyboard('{ArrowUp}')
    await waitFor(async () => expect((await field()).value).toBe('Gate was'))
    expect(facts().getByText(HINT)).toBeDefined()
  })

  test('is kept when it cannot be added', async () => {
    const alarms = server()
    const { pointer } = await openAlarms({ server: alarms })
    alarms.api.on(addNote, () => failure('NOT_FOUND', 'x'))
    await pointer.type(await field(), 'Gate was open')
    await pointer.click(facts().getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(alarms.api.callsOf(addNote)).toHaveLength(1))
    expect((await field()).value).toBe('Gate was open')
    expect(JSON.stringify(localStorage)).toContain('Gate was open')
  })

  test('that is being sent does not lose text that is typed meanwhile', async () => {
    const alarms = server()
    const { pointer } = await openAlarms({ server: alarms })
    const sending = Promise.withResolvers<void>()
    alarms.api.on(addNote, async ({ params, body }) => {
      await sending.promise
      return {
        id: '01900000-0000-7000-8000-000000000077',
        alarmId: params.id,
        userId: '01900000-0000-7000-8000-0000000000aa',
        userName: 'Ada Admin',
        content: body.content,
        createdAt: '2026-11-20T10:00:00Z',
      }
    })
    await pointer.type(await field(), 'Gate was open{Control>}{Enter}{/Control} Closed it')
    sending.resolve()
    await facts().findByText('Gate was open')
    await waitFor(async () => expect((await field()).value).toBe('Closed it'))
    expect(Array.from(noteDraftsStore.get().values(), ({ text }) => text)).toEqual(['Closed it'])
  })
})

describe('logging out with an unsaved note', () => {
  const question = () => screen.findByRole('dialog', { name: 'Log out and discard what is not saved?' })

  test('asks first, and deletes it only after the confirmation', async () => {
    const { pointer, console: opened } = await openAlarms({ server: server() })
    await pointer.type(await field(), 'Gate was')
    const address = location.pathname
    void opened.router.navigate({ to: '/logout' })
    const asked = within(await question())
    expect(asked.getByText(/1 note was begun and not added\. Logging out deletes it\./)).toBeDefined()
    await pointer.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(location.pathname).toBe(address)
    expect((await field()).value).toBe('Gate was')

    void opened.router.navigate({ to: '/logout' })
    await pointer.click(within(await question()).getByRole('button', { name: 'Discard and log out' }))
    await waitFor(() => expect(location.pathname).toBe('/login'))
    expect(JSON.stringify(localStorage)).not.toContain('Gate was')
  })
})
