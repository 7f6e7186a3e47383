import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startUsersWorld, tokenOf } from './users.fixture.ts'

const DAY = 86_400_000
const { clock, server, tenant, other, call, post, invite, accept, logIn, newUser, audited } = await startUsersWorld()

afterAll(() => server.close())
beforeEach(() => clock.advance(3_600_000))

describe('inviting', () => {
  it('creates the user and mails a link, with which the user sets name and password and can log in · USERS-001', async () => {
    const { status, body } = await invite(tenant.admin, { email: 'Ivy@Example.com' })
    expect(status).toBe(200)
    expect(body.user).toMatchObject({ email: 'ivy@example.com', status: 'invited', userType: 'MEMBER_USER' })
    const outbox = join(server.container.env.dataDir, 'outbox')
    const mails = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')))
    const mail = mails.find((text) => /^To: .*ivy@example\.com/m.test(text)) ?? ''
    expect(mail).toContain('Acme Guarding')
    expect(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(body.invitation.link)
    expect((await post('/v1/invitation', { token: tokenOf(body.invitation.link) })).json()).toMatchObject({
      email: 'ivy@example.com',
      name: 'Ivy Invited',
      companyName: 'Acme Guarding',
    })
    expect((await logIn('ivy@example.com')).statusCode).toBe(400)
    const accepted = await accept(body.invitation.link)
    expect(accepted.json()).toMatchObject({
      name: 'Ivy Accepted',
      email: 'ivy@example.com',
      companyId: tenant.companyId,
    })
    const cookie = accepted.cookies.find(({ name }) => name === 'winnow_session')?.value
    expect((await call({ cookie: `winnow_session=${cookie}` }, 'GET', '/auth/user')).body.id).toBe(body.user.id)
    expect((await logIn('ivy@example.com')).json()).toMatchObject({ name: 'Ivy Accepted', companyId: tenant.companyId })
    expect((await call(tenant.admin, 'GET', `/user/${body.user.id}`)).body).toMatchObject({
      status: 'active',
      lastLoginAt: clock.now().toISOString(),
    })
  })

  it.each(['ivy@trash.example', 'Ivy@Mail.Trash.Example'])(
    'refuses an address of a blocked domain, as %s, and names the domain · VALIDATION-025',
    async (email) => {
      const message = `${email.toLowerCase().split('@')[1]} mail is not allowed`
      expect(await invite(tenant.admin, { email })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', message, errors: [{ field: 'email', message }] },
      })
    },
  )

  it('stores and logs no usable token', async () => {
    const { body } = await invite(tenant.admin)
    const token = tokenOf(body.invitation.link)
    const rows = await inSystem(server.database.runtime, (tx) => tx.selectFrom('invitation').selectAll().execute())
    expect(rows.map((row) => row.user_id)).toContain(body.user.id)
    expect(JSON.stringify(rows)).not.toContain(token)
    await accept(body.invitation.link)
    expect(server.logLines.join('\n')).not.toContain(token)
    expect(JSON.stringify(await audited(body.user.id))).not.toContain(token)
  })

  it('has a link that works once and expires after a week', async () => {
    const first = (await invite(tenant.admin)).body
    expect((await accept(first.invitation.link)).statusCode).toBe(200)
    expect((await accept(first.invitation.link)).json()).toMatchObject({ code: 'LINK_INVALID' })
    const second = (await invite(tenant.admin)).body
    clock.advance(7 * DAY)
    expect((await accept(second.invitation.link)).json()).toMatchObject({ code: 'LINK_INVALID' })
    expect((await call(tenant.admin, 'GET', `/user/${second.user.id}`)).body.status).toBe('expired')
  })

  it('logs the user in after the password was set, unless a second factor is required', async () => {
    const { body } = await invite(tenant.admin)
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ two_factor_required: true }).where('id', '=', body.user.id).execute(),
    )
    const accepted = await accept(body.invitation.link)
    expect(accepted.json()).toMatchObject({ result: 'totp_pending', login2FaFlow: 'totp_pending_strict' })
    expect(accepted.cookies.map(({ name }) => name)).toEqual(['winnow_second_step'])
  })

  it('mails the names of the inviting user and company as plain text: short, quoted, one line, and no link', async () => {
    const trap = 'Your account is locked, visit http://evil.example or “log in” '.repeat(2).slice(0, 100)
    const named = await createTenant(server.database.runtime, trap)
    const send = vi.spyOn(server.container.deps.mailer, 'send')
    const email = 'pat@example.com'
    expect(await invite(named.admin, { email, name: trap }, named.companyId)).toMatchObject({
      status: 200,
    })
    const { subject = '', text = '' } = send.mock.calls.at(-1)?.[0] ?? {}
    send.mockRestore()
    expect(subject).not.toMatch(/locked|evil/)
    expect(text).toContain('“Your account is locked, visit http: //evil. example or ’log i…”')
    // The only web address in the mail is that of the invitation, so a mail program makes no link of the names.
    expect(text.match(/https?:\/\/\S+/g)).toEqual([expect.stringContaining('/accept-invitation?token=')])
    expect(text.match(/evil\.example/)).toBeNull()
  })

  it('accepts only one of two passwords that are set simultaneously with the same link', async () => {
    const { body } = await invite(tenant.admin)
    const replies = await Promise.all([accept(body.invitation.link), accept(body.invitation.link, 'Other-Harbour-81')])
    expect(replies.map((reply) => String(reply.statusCode)).toSorted()).toEqual(['200', '400'])
  })

  it('a second time invalidates the earlier link, and is refused for a user who has accepted', async () => {
    const { body } = await invite(tenant.admin)
    const again = await call(tenant.admin, 'POST', `/v1/user/${body.user.id}/invitation`)
    expect((await accept(body.invitation.link)).json()).toMatchObject({ code: 'LINK_INVALID' })
    expect((await accept(again.body.link)).statusCode).toBe(200)
    expect(await call(tenant.admin, 'POST', `/v1/user/${body.user.id}/invitation`)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
  })

  it.each([
    ['nobody', 'missing the "@" character'],
    ['a+b@example.com', 'Email aliases with + characters are not supported'],
    ['a@example', 'invalid email'],
  ])('the invalid address %s is refused with the reason', async (email, message) => {
    expect(await invite(tenant.admin, { email })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: [{ field: 'email', message }] },
    })
  })

  it('an e-mail that already has an account in any company is refused, also in another case', async () => {
    await invite(tenant.admin, { email: 'taken@example.com' })
    expect(await invite(other.admin, { email: 'TAKEN@example.com' }, other.companyId)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_TAKEN' },
    })
  })

  it('refuses a weak password with every rule that it breaks, and the link stays valid', async () => {
    const { body } = await invite(tenant.admin)
    const refused = (await accept(body.invitation.link, 'short')).json()
    expect(refused.code).toBe('VALIDATION')
    expect(refused.errors.map(({ message }: { message: string }) => message)).toContain(
      'Please use at least 12 characters.',
    )
    expect((await accept(body.invitation.link)).statusCode).toBe(200)
  })

  it('is not possible for a program, which cannot log in · PERMISSIONS-005', async () => {
    const { body } = await invite(tenant.admin, { userType: 'PROGRAMMATIC_USER', email: 'program@example.com' })
    expect(body.invitation).toBeNull()
    expect(body.user.status).toBe('active')
    expect((await logIn('program@example.com')).json()).toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await call(tenant.admin, 'POST', `/v1/user/${body.user.id}/invitation`)).status).toBe(409)
  })

  it('is refused to users who may not manage users · PERMISSIONS-009', async () => {
    for (const type of ['MEMBER_USER', 'OPERATOR_USER', 'EXTERNAL_USER'] as const)
      expect((await invite(await newUser(type))).body).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('is limited per company, so that nobody can flood a mailbox', async () => {
    const busy = await createTenant(server.database.runtime)
    const { invitations } = server.container.deps
    for (let sent = 0; sent < 200; sent++) invitations.byCompany.take(busy.companyId, clock.now())
    expect((await invite(busy.admin, {}, busy.companyId)).status).toBe(429)
  })
})
