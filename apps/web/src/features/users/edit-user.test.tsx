import {
  deleteUser,
  enableUserOtp,
  endUserSessions,
  getUser,
  listUsers,
  searchNodes,
  updateUser,
  updateUserOtp,
  type User,
} from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { failure } from '../../testing/fake-api.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { apiWith, me, person } from './testing/people.ts'

describe('a user', () => {
  test('of a restricted type gets grants, which can be searched for · USERS-002', async () => {
    const external = person({ userType: 'EXTERNAL_USER', grantCount: 0 })
    const site = {
      kind: 'site' as const,
      id: '01900000-0000-7000-8000-000000000051',
      name: 'Gate',
      path: 'Acme / Gate',
    }
    const api = apiWith(external)
      .on(searchNodes, () => [site])
      .on(updateUser, () => external)
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await pointer.type(await screen.findByRole('combobox', { name: 'Add a client, site or camera' }), 'gat')
    await pointer.click(await screen.findByRole('option', { name: 'Acme / Gate · Site', hidden: true }))
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.callsOf(updateUser)).toHaveLength(1))
    expect(api.callsOf(updateUser)[0]?.body).toEqual({
      grants: [{ kind: 'site', id: site.id, permission: 'read' }],
      accessVersion: 'one',
    })
  })

  const place = (n: number, permission: 'read' | 'write' = 'read') => ({
    kind: 'site' as const,
    id: `01900000-0000-7000-8000-00000000006${n}`,
    permission,
    path: `Acme / Gate ${n}`,
  })

  test('who is renamed keeps the current grants, and an unchanged form sends nothing', async () => {
    const api = apiWith(person({ userType: 'EXTERNAL_USER', grants: [place(1)] })).on(updateUser, () => person())
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await pointer.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(updateUser)).toEqual([])
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await pointer.type(await screen.findByRole('textbox', { name: /^Name/ }), ' II{Enter}')
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.body).toEqual({ name: 'Olly Operator II' }))
  })

  test('whose grants somebody else changed meanwhile is reloaded on request, with the form’s changes', async () => {
    const people = [person({ userType: 'EXTERNAL_USER', grants: [place(1), place(2), place(3)] })]
    const api = frameApi(me)
      .on(listUsers, () => ({ rows: people, count: 1, countIsExact: true, page: 1, limit: 50 }))
      .on(getUser, () => people[0] ?? failure('NOT_FOUND', 'Not found'))
      .on(updateUser, ({ body }) =>
        body.accessVersion === people[0]?.accessVersion ? person() : failure('CONFLICT', 'x'),
      )
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await pointer.type(await screen.findByRole('textbox', { name: /^Name/ }), ' II')
    await pointer.click(screen.getByRole('button', { name: 'Remove Acme / Gate 2' }))
    // Another administrator has withdrawn one grant and added another.
    people[0] = person({ userType: 'EXTERNAL_USER', grants: [place(2), place(3), place(4)], accessVersion: 'two' })
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/Somebody else has changed the role or access/)).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Load anew' }))
    expect(await screen.findByText('Acme / Gate 4')).toBeDefined()
    expect(screen.queryByText('Acme / Gate 1')).toBeNull()
    expect(screen.queryByText(/Somebody else has changed the role or access/)).toBeNull()
    await pointer.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.callsOf(updateUser)).toHaveLength(2))
    expect(api.callsOf(updateUser)[1]?.body).toEqual({
      name: 'Olly Operator II',
      grants: [place(3), place(4)].map(({ kind, id, permission }) => ({ kind, id, permission })),
      accessVersion: 'two',
    })
  })

  test('is suspended and deleted after a confirmation · USERS-002', async () => {
    const api = apiWith(person())
      .on(updateUser, () => person({ status: 'suspended' }))
      .on(deleteUser, () => ({ success: true as const }))
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await pointer.click(await screen.findByRole('button', { name: 'Suspend' }))
    const asked = await screen.findByRole('dialog', { name: 'Suspend Olly Operator?' })
    expect(api.callsOf(updateUser)).toEqual([])
    await pointer.click(within(asked).getByRole('button', { name: 'Suspend' }))
    expect(await screen.findByText('User suspended')).toBeDefined()
    expect(api.callsOf(updateUser)[0]?.body).toEqual({ suspended: true })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await pointer.click(await screen.findByRole('button', { name: 'Delete' }))
    const sure = await screen.findByRole('dialog', { name: 'Delete Olly Operator?' })
    await pointer.click(within(sure).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('User deleted')).toBeDefined()
  })

  test('has the actions suspend and delete in a separate place from Save, each with its effect', async () => {
    const { pointer } = await renderConsole('/cams/account', { api: apiWith(person()) })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    const apart = await screen.findByRole('region', { name: 'Keep out or remove' })
    const names = within(apart).getAllByRole('button')
    expect(names.map((button) => button.textContent)).toEqual(['Suspend', 'Delete'])
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.compareDocumentPosition(apart) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(apart.textContent).toContain('gone for good')
  })

  test('has a role whose rights are described in a sentence', async () => {
    const { pointer } = await renderConsole('/cams/account', { api: apiWith(person()) })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Olly Operator/ }))
    const role = await dialog.findByRole('combobox', { name: 'Role' })
    const meaning = document.getElementById(role.getAttribute('aria-describedby') ?? '')
    expect(meaning?.textContent).toMatch(/^Works on the alarms of the whole company/)
  })

  test('with tokens is suspended or deleted after a confirmation that says that the tokens keep working', async () => {
    const { pointer } = await renderConsole('/cams/account', { api: apiWith(person({ liveTokens: 2 })) })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    for (const action of ['Suspend', 'Delete']) {
      await pointer.click(await screen.findByRole('button', { name: action }))
      const asked = await screen.findByRole('dialog', { name: `${action} Olly Operator?` })
      expect(asked.textContent).toContain('2 API tokens they made work on')
      await pointer.click(within(asked).getByRole('button', { name: 'Cancel' }))
    }
  })

  test('is logged out everywhere after a confirmation that shows the number of sessions', async () => {
    let open = 2
    const api = apiWith(person()).on(endUserSessions, () => {
      const ended = open
      open = 0
      return { ended }
    })
    const { pointer } = await renderConsole('/cams/account', { api })
    const logOut = async () => {
      await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
      await pointer.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
      const asked = await screen.findByRole('dialog', { name: 'Log Olly Operator out everywhere?' })
      await pointer.click(within(asked).getByRole('button', { name: 'Log out everywhere' }))
    }
    await logOut()
    expect(await screen.findByText('2 sessions ended')).toBeDefined()
    expect(api.callsOf(endUserSessions)[0]?.params).toEqual({ id: person().id })
    await logOut()
    expect(await screen.findByText('This user was not logged in anywhere')).toBeDefined()
  })

  test.each([
    ['is suspended', { status: 'suspended' }],
    ['has not accepted yet', { status: 'invited' }],
    ['is a program', { userType: 'PROGRAMMATIC_USER' }],
  ] as const)('who %s has no sessions to end', async (_what, overrides) => {
    const { pointer } = await renderConsole('/cams/account', { api: apiWith(person(overrides)) })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await screen.findByRole('button', { name: 'Delete' })
    expect(screen.queryByRole('button', { name: 'Log out everywhere' })).toBeNull()
  })

  test('cannot change their own role or access', async () => {
    const self = person({ id: me.id, name: 'Ada Admin', userType: 'ADMIN_USER' })
    const api = apiWith(self).on(updateUser, () => self)
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Ada Admin' }))
    const dialog = await screen.findByRole('dialog', { name: 'Ada Admin' })
    const role = await within(dialog).findByRole<HTMLInputElement>('combobox', { name: 'Role' })
    expect(role.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
    await pointer.type(within(dialog).getByRole('textbox', { name: /^Name/ }), ' II{Enter}')
    await waitFor(() => expect(api.callsOf(updateUser)[0]?.body).toEqual({ name: 'Ada Admin II' }))
  })

  test('who is the last administrator cannot be removed, and the form says why', async () => {
    const api = apiWith(person({ userType: 'ADMIN_USER' })).on(updateUser, () => failure('LAST_ADMIN', 'x'))
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    // The list behind the dialog has a filter field with the same name and options.
    const dialog = within(await screen.findByRole('dialog', { name: /Olly Operator/ }))
    const role = await dialog.findByRole('combobox', { name: 'Role' })
    await pointer.click(role)
    await waitFor(() => expect(role.getAttribute('aria-controls')).toBeTruthy())
    const roles = within(document.getElementById(role.getAttribute('aria-controls') ?? '') ?? document.body)
    await pointer.click(roles.getByRole('option', { name: 'Operator', hidden: true }))
    await pointer.click(await screen.findByRole('button', { name: 'Save' }))
    expect(
      await screen.findByText('This is the company’s last administrator. Make someone else one first.'),
    ).toBeDefined()
  })
})

describe('two-factor authentication of a user', () => {
  const open = async (twoFactor: User['twoFactor'], overrides: Partial<User> = {}) => {
    const api = apiWith(person({ twoFactor, ...overrides }))
      .on(enableUserOtp, () => ({ success: true as const }))
      .on(updateUserOtp, () => ({ success: true as const }))
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('button', { name: 'Edit Olly Operator' }))
    await screen.findByRole('button', { name: 'Save' })
    return { api, pointer }
  }

  test('is shown in the list', async () => {
    await renderConsole('/cams/account', { api: apiWith(person({ twoFactor: 'required' })) })
    const [, row] = await screen.findAllByRole('row')
    expect(row?.textContent).toContain('Required')
  })

  test('can be required of a user, after an explanation · 2FA-024', async () => {
    const { api, pointer } = await open('off')
    await pointer.click(await screen.findByRole('button', { name: 'Require it' }))
    const dialog = await screen.findByRole('dialog', { name: /Require two-factor authentication from Olly/ })
    await pointer.click(within(dialog).getByRole('button', { name: 'Require it' }))
    await waitFor(() => expect(api.callsOf(enableUserOtp)).toHaveLength(1))
    expect(api.callsOf(enableUserOtp)[0]?.params).toEqual({ id: person().id })
    expect(await screen.findByText('Two-factor authentication is required now')).toBeDefined()
  })

  test('can be made optional again', async () => {
    const { api, pointer } = await open('required')
    await pointer.click(await screen.findByRole('button', { name: 'Do not require it' }))
    await waitFor(() => expect(api.callsOf(updateUserOtp)[0]?.body).toEqual({ field: 'enabled', value: false }))
  })

  test('can be reset for a user who lost the phone', async () => {
    const { api, pointer } = await open('on')
    await pointer.click(await screen.findByRole('button', { name: 'Reset it' }))
    const dialog = await screen.findByRole('dialog', { name: /Reset two-factor authentication of Olly/ })
    await pointer.click(within(dialog).getByRole('button', { name: 'Reset it' }))
    await waitFor(() => expect(api.callsOf(updateUserOtp)[0]?.body).toEqual({ field: 'reset', value: true }))
  })

  test('is not offered for programs, which do not log in', async () => {
    await open('off', { userType: 'PROGRAMMATIC_USER' })
    expect(screen.queryByRole('group', { name: 'Two-factor authentication' })).toBeNull()
  })
})
