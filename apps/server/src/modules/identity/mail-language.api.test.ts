import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn } from '../../../test/factories.ts'
import { plainHash } from '../../../test/plain-hasher.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { linkIn, PASSWORD, PRODUCT, type PasswordsWorld, startPasswordsWorld } from './passwords.fixture.ts'

let world: PasswordsWorld

beforeAll(async () => {
  world = await startPasswordsWorld()
})
afterAll(() => world.close())

describe('mails to a person', () => {
  const speak = (who: { cookie: string }, language: string) =>
    callApi(world.server, who, 'PUT', '/auth/language', { language })

  it('are in the language that the console stores for them, whatever the browser sends · I18N-001', async () => {
    const user = await world.newUser()
    expect((await speak(user, 'de')).body).toEqual({ success: true })
    expect((await callApi(world.server, user, 'GET', '/auth/user')).body.preferences).toMatchObject({ language: 'de' })
    await world.ask(user.email, 'en')
    const [mail] = await world.mailsArrive(user.email, 1)
    expect(mail?.subject).toBe(`${PRODUCT}: neues Passwort setzen`)
    await world.redeem(linkIn(mail?.text) ?? '')
    const subjects = (await world.mailsArrive(user.email, 2)).map(({ subject }) => subject)
    expect(subjects).toContain(`${PRODUCT}: Ihr Passwort wurde geändert`)
  })

  it('are in the browser’s language if none is stored', async () => {
    const user = await world.newUser()
    await world.ask(user.email, 'de')
    expect((await world.mailsArrive(user.email, 1))[0]?.subject).toBe(`${PRODUCT}: neues Passwort setzen`)
  })

  it('are in English if the language is unknown or not offered', async () => {
    const user = await world.newUser()
    expect((await speak(user, 'xx')).status).toBe(400)
    await world.ask(user.email, '../de')
    expect((await world.mailsArrive(user.email, 1))[0]?.subject).toBe(`${PRODUCT}: set a new password`)
  })

  it('are in a language whose storing leaves other preferences unchanged', async () => {
    const user = await world.newUser()
    await inSystem(world.server.database.runtime, (tx) =>
      tx
        .updateTable('app_user')
        .set({ preferences: JSON.stringify({ dateFormat: 'american' }) })
        .where('id', '=', user.userId)
        .execute(),
    )
    await speak(user, 'de')
    expect((await callApi(world.server, user, 'GET', '/auth/user')).body.preferences).toMatchObject({
      dateFormat: 'american',
      userTimezone: null,
      language: 'de',
    })
  })

  it('are in the language of the inviting user if they invite somebody', async () => {
    const admin = await createLoggedIn(world.server.database.runtime, {
      companyId: world.tenant.companyId,
      userType: 'ADMIN_USER',
      email: 'chefin@example.com',
      passwordHash: plainHash(PASSWORD),
    })
    await speak(admin, 'de')
    const invited = { email: 'neu@example.com', name: 'Neu', userType: 'MEMBER_USER' }
    const reply = await callApi(world.server, admin, 'POST', `/company/${world.tenant.companyId}/user`, invited)
    expect(reply.status).toBe(200)
    expect((await world.mailsArrive(invited.email, 1))[0]?.subject).toBe(`${PRODUCT}: eine Einladung für Sie`)
  })
})
