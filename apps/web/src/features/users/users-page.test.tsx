import { listUsers, updateUser } from '@winnow/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { frameApi, renderConsole } from '../../testing/render-console.tsx'
import { apiWith, me, person } from './testing/people.ts'

describe('the list of users', () => {
  test('shows the users with role, status, access and last login · USERS-001', async () => {
    await renderConsole('/cams/account', {
      api: apiWith(
        person(),
        person({ id: me.id, name: 'Ada Admin', userType: 'ADMIN_USER', lastLoginAt: null }),
        person({
          id: '01900000-0000-7000-8000-0000000000cc',
          name: 'Ext',
          userType: 'EXTERNAL_USER',
          status: 'invited',
          grantCount: 2,
        }),
      ),
    })
    const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent)
    expect(rows[0]).toContain('Olly Operatorolly@example.comOperatorActive')
    expect(rows[0]).toContain('whole company')
    expect(rows[1]).toContain('Ada Admin (you)')
    expect(rows[1]).toContain('never')
    expect(rows[2]).toContain('External userInvited')
    expect(rows[2]).toContain('2 places')
    expect(screen.getByText('3 users')).toBeDefined()
  })

  test('is searched and filtered by the address and by typing · PERMISSIONS-022', async () => {
    const api = apiWith(person())
    const { pointer } = await renderConsole('/cams/account?permissions=["mask.write"]&status=active', { api })
    await pointer.type(await screen.findByRole('searchbox', { name: 'Search name or email' }), 'oll')
    await waitFor(() =>
      expect(api.callsOf(listUsers).at(-1)?.query).toMatchObject({
        search: 'oll',
        permissions: 'mask.write',
        status: 'active',
        page: '1',
      }),
    )
    expect(location.search).toContain('search=oll')
  })

  test('is sorted by the server, with the order in the address', async () => {
    const api = apiWith(person())
    const { pointer } = await renderConsole('/cams/account?sort=-login', { api })
    const heading = (name: string) => screen.getByRole('columnheader', { name })
    await screen.findByRole('button', { name: 'Last login' })
    expect(heading('Last login').getAttribute('aria-sort')).toBe('descending')
    expect(api.callsOf(listUsers).at(-1)?.query).toMatchObject({ sort: '-login' })
    await pointer.click(within(heading('Email')).getByRole('button'))
    await waitFor(() => expect(api.callsOf(listUsers).at(-1)?.query).toMatchObject({ sort: 'email', page: '1' }))
    expect(location.search).toBe('?sort=email')
  })

  test('allows to suspend and reactivate several users at once, but never the own account', async () => {
    const people = [
      person({ id: me.id, name: 'Ada Admin', userType: 'ADMIN_USER' }),
      person(),
      person({ id: '01900000-0000-7000-8000-0000000000cc', name: 'Ext', userType: 'EXTERNAL_USER' }),
      person({ id: '01900000-0000-7000-8000-0000000000dd', name: 'Gone', status: 'suspended' }),
    ]
    const api = apiWith(...people).on(updateUser, ({ params, body }) => {
      const one = people.find(({ id }) => id === params.id) ?? person()
      one.status = body.suspended ? 'suspended' : 'active'
      return one
    })
    const { pointer } = await renderConsole('/cams/account', { api })
    await pointer.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
    expect(screen.queryByRole('checkbox', { name: 'Select Ada Admin' })).toBeNull()
    const bar = () => within(screen.getByRole('region', { name: 'What is selected' }))
    await pointer.click(bar().getByRole('button', { name: 'Suspend' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Suspend 2 users?' }))
    await pointer.click(dialog.getByRole('button', { name: 'Suspend' }))
    expect(await screen.findByText('2 users suspended')).toBeDefined()
    expect(api.callsOf(updateUser).map(({ params }) => params.id)).toEqual([people[1]?.id, people[2]?.id])
    // The three users are still selected, and all can be reactivated now.
    await waitFor(() => expect(bar().queryByRole('button', { name: 'Suspend' })).toBeNull())
    await pointer.click(bar().getByRole('button', { name: 'Reactivate' }))
    await pointer.click(
      within(await screen.findByRole('dialog', { name: 'Reactivate 3 users?' })).getByRole('button', {
        name: 'Reactivate',
      }),
    )
    expect(await screen.findByText('3 users reactivated')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'What is selected' })).toBeNull()
  })

  test('links to the history of each user', async () => {
    await renderConsole('/cams/account', { api: apiWith(person()) })
    const link = await screen.findByRole('link', { name: 'History of Olly Operator' })
    expect(link.getAttribute('href')).toBe(`/cams/audit-log?person=${person().id}`)
  })

  test('offers to clear the filters if nothing matches', async () => {
    const { pointer } = await renderConsole('/cams/account?search=nobody', { api: apiWith() })
    expect(await screen.findByText('Nobody fits these filters')).toBeDefined()
    await pointer.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(location.search).toBe(''))
  })

  test('redirects everyone except administrators, with a message · PERMISSIONS-009 PERMISSIONS-011', async () => {
    const operator = buildUser({ roles: ['OPERATOR_USER'], permissions: ['alarm.read'] })
    await renderConsole('/cams/account', { api: frameApi(operator) })
    await waitFor(() => expect(location.pathname).toBe('/cams/dashboard'))
    expect(await screen.findByText(/^Your account may not open that page\./)).toBeDefined()
  })
})
