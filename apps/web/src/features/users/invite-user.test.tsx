import { inviteUser, resendInvitation } from '@winnow/contract'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { renderConsole } from '../../testing/render-console.tsx'
import { apiWith, person } from './testing/people.ts'

describe('inviting', () => {
  test('asks for name, e-mail and role, and shows whether the mail was sent · USERS-001', async () => {
    const invitation = { mailed: true, link: null, expiresAt: '2026-11-28T10:00:00Z' }
    const api = apiWith(person()).on(inviteUser, ({ body }) => ({
      user: person({ email: body.email, status: 'invited' }),
      invitation,
    }))
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Invite user' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite a user' })
    await pointer.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Nia New')
    await pointer.type(within(dialog).getByRole('textbox', { name: /^Email/ }), 'nia+x@example.com')
    await pointer.tab()
    expect(within(dialog).getByText('Email aliases with + characters are not supported')).toBeDefined()
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send invitation' }).disabled).toBe(true)
    await pointer.clear(within(dialog).getByRole('textbox', { name: /^Email/ }))
    await pointer.type(within(dialog).getByRole('textbox', { name: /^Email/ }), 'nia@example.com{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Invitation sent' })).toBeDefined()
    expect(api.callsOf(inviteUser)[0]?.body).toEqual({
      name: 'Nia New',
      email: 'nia@example.com',
      userType: 'OPERATOR_USER',
      extraRoles: [],
      grants: [],
    })
  })

  test('shows the link to hand over if no mail server is configured', async () => {
    const link = 'https://console.example/accept-invitation?token=t'
    const api = apiWith(person({ invitedUntil: '2026-11-28T10:00:00Z', status: 'invited' })).on(
      resendInvitation,
      () => ({ mailed: false, link, expiresAt: '2026-11-28T10:00:00Z' }),
    )
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await pointer.click(await screen.findByRole('button', { name: 'Invite again' }))
    expect((await screen.findByLabelText('Link of the invitation')).textContent).toBe(link)
  })

  test('shows a duplicate e-mail in the form, which keeps the input', async () => {
    const taken = failure('EMAIL_TAKEN', 'x', [{ field: 'email', message: 'This email has an account already' }])
    const api = apiWith(person()).on(inviteUser, () => taken)
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Invite user' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite a user' })
    await pointer.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Nia')
    await pointer.type(within(dialog).getByRole('textbox', { name: /^Email/ }), 'nia@example.com{Enter}')
    expect((await within(dialog).findByText('This email has an account already')).role).toBe('alert')
    expect(within(dialog).getByDisplayValue('Nia')).toBeDefined()
  })

  test('shows a blocked domain at the field · VALIDATION-025', async () => {
    const message = 'trash.example mail is not allowed'
    const blocked = failure('VALIDATION', message, [{ field: 'email', message }])
    const { pointer } = await renderConsole('/cams/account', { api: apiWith(person()).on(inviteUser, () => blocked) })
    await pointer.click(await screen.findByRole('button', { name: 'Invite user' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite a user' })
    await pointer.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'Nia')
    const field = within(dialog).getByRole('textbox', { name: /^Email/ })
    await pointer.type(field, 'nia@trash.example{Enter}')
    const told = await within(dialog).findByText(message)
    expect(field.getAttribute('aria-describedby')).toContain(told.id)
  })
})
