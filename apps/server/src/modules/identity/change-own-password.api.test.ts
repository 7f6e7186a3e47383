import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LoggedIn } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { NEXT, OF_PRODUCT, PASSWORD, PRODUCT, type PasswordsWorld, startPasswordsWorld } from './passwords.fixture.ts'

let world: PasswordsWorld

beforeAll(async () => {
  world = await startPasswordsWorld()
})
afterAll(() => world.close())

describe('a change of one’s own password', () => {
  const change = (who: LoggedIn, oldPassword: string, newPassword: string, userId = who.userId) =>
    world.server.app.inject({
      method: 'PUT',
      url: '/api/auth',
      payload: { userId, oldPassword, newPassword },
      headers: { cookie: who.cookie, 'x-requested-with': 'winnow' },
    })

  it('ends all other sessions and continues the calling session with a new cookie', async () => {
    const user = await world.newUser()
    const other = await logInForCookie(user.email)
    const reply = await change(user, PASSWORD, NEXT)
    expect(reply.statusCode).toBe(200)
    const fresh = `winnow_session=${reply.cookies.find(({ name }) => name === 'winnow_session')?.value}`
    expect([
      await world.status(user),
      await world.status({ cookie: other }),
      await world.status({ cookie: fresh }),
    ]).toEqual([401, 401, 200])
    expect((await world.logIn(user.email, NEXT)).status).toBe(200)
    const mails = await world.mailsArrive(user.email, 1)
    expect(mails[0]?.subject).toBe(`${PRODUCT}: your password was changed`)
  })

  it('does not prolong the session', async () => {
    const user = await world.newUser()
    const expiryOf = async () =>
      (
        await inSystem(world.server.database.runtime, (tx) =>
          tx.selectFrom('session').select('expires_at').where('user_id', '=', user.userId).execute(),
        )
      ).map((row) => row.expires_at.getTime())
    const [before] = await expiryOf()
    await change(user, PASSWORD, NEXT)
    expect(new Set(await expiryOf())).toEqual(new Set([before]))
  })

  it('requires the old password, and the error for a wrong old password does not end the session · VALIDATION-035', async () => {
    const user = await world.newUser()
    const reply = await change(user, 'wrong', NEXT)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'OLD_PASSWORD_INVALID', message: 'Invalid old password' })
    expect(await world.status(user)).toBe(200)
    const entries = await inSystem(world.server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'user_id']).where('object_id', '=', user.userId).execute(),
    )
    expect(entries).toEqual([{ action: 'password.failed', user_id: user.userId }])
  })

  it.each([
    [PASSWORD, 'New password should not match Old password', 'VALIDATION-011'],
    ['short1A!', 'Please use at least 12 characters.', 'VALIDATION-006'],
    [`Wheat&Chaff-2026${'x'.repeat(15)}`, 'No more than 30 characters.', 'VALIDATION-006'],
    ['nocapitals-2026', 'Must include uppercase characters', 'VALIDATION-008'],
  ])('refuses %s: %s · %s', async (next, message) => {
    const reply = await change(await world.newUser(), PASSWORD, next)
    expect(reply.json()).toMatchObject({ code: 'VALIDATION', message })
  })

  it('refuses the product’s own name', async () => {
    const reply = await change(await world.newUser(), PASSWORD, OF_PRODUCT)
    expect(reply.json()).toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
  })

  it('is refused for another user, and changes neither password', async () => {
    const [user, other] = [await world.newUser(), await world.newUser()]
    expect((await change(user, PASSWORD, NEXT, other.userId)).statusCode).toBe(403)
    for (const { email } of [user, other]) expect((await world.logIn(email, PASSWORD)).status).toBe(200)
  })

  it('invalidates links that were mailed before', async () => {
    const user = await world.newUser()
    const token = await world.newLink(user.email)
    await change(user, PASSWORD, NEXT)
    expect((await world.redeem(token, 'Another&Chaff-2026')).body).toMatchObject({ code: 'LINK_INVALID' })
  })
})

async function logInForCookie(email: string): Promise<string> {
  const reply = await world.server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email, password: PASSWORD },
    headers: { 'x-requested-with': 'winnow' },
  })
  return `winnow_session=${reply.cookies.find(({ name }) => name === 'winnow_session')?.value}`
}
