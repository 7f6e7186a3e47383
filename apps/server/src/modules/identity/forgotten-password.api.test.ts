import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import {
  anonymous,
  CAPTCHA,
  NEXT,
  OF_PRODUCT,
  PASSWORD,
  PRODUCT,
  type PasswordsWorld,
  startPasswordsWorld,
} from './passwords.fixture.ts'

let world: PasswordsWorld

beforeAll(async () => {
  world = await startPasswordsWorld()
})
afterAll(() => world.close())

describe('a forgotten password', () => {
  it('is replaced with the link from a mail · PASSWORD-002', async () => {
    const user = await world.newUser()
    const token = await world.newLink(user.email)
    const [mail] = await world.mailsTo(user.email)
    expect(mail?.subject).toBe(`${PRODUCT}: set a new password`)
    expect(mail?.text).toContain('within 60 minutes')
    expect((await world.redeem(token)).body).toEqual({ success: true })
    expect((await world.logIn(user.email, PASSWORD)).status).toBe(400)
    expect((await world.logIn(user.email, NEXT)).status).toBe(200)
  })

  it('is replaced without skipping the other steps of the login', async () => {
    const token = await world.newLink((await world.newUser()).email)
    const reply = await world.server.app.inject({
      method: 'POST',
      url: '/api/auth/new-password',
      payload: { token, newPassword: NEXT },
      headers: { 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.cookies).toEqual([])
  })

  it('ends all sessions, and notifies the owner by mail', async () => {
    const user = await world.newUser()
    const token = await world.newLink(user.email)
    expect(await world.status(user)).toBe(200)
    await world.redeem(token)
    expect(await world.status(user)).toBe(401)
    const mails = await world.mailsArrive(user.email, 2)
    const notice = mails.find(({ subject }) => subject === `${PRODUCT}: your password was changed`)
    expect(notice?.text).toContain('127.0.0.1')
  })

  it('gets the same answer for an account that is unknown, disabled or without console access, but no mail is sent to these', async () => {
    const [known, disabled, program] = [
      await world.newUser(),
      await world.newUser(),
      await world.newUser({ userType: 'PROGRAMMATIC_USER' }),
    ]
    await inSystem(world.server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: world.clock.now() }).where('id', '=', disabled.userId).execute(),
    )
    const others = ['nobody@example.com', disabled.email, program.email]
    for (const email of [...others, known.email])
      expect(await world.ask(email)).toEqual({ status: 200, body: { success: true } })
    // Jobs run in order, so the last mail proves that no other was sent before it.
    await world.mailsArrive(known.email, 1)
    for (const email of others) expect(await world.mailsTo(email)).toEqual([])
  })

  it('has a link that works once', async () => {
    const token = await world.newLink((await world.newUser()).email)
    expect((await world.redeem(token)).status).toBe(200)
    expect((await world.redeem(token, 'Another&Chaff-2026')).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('has a link that works once even if it is used twice simultaneously', async () => {
    const token = await world.newLink((await world.newUser()).email)
    const replies = await Promise.all([world.redeem(token), world.redeem(token, 'Another&Chaff-2026')])
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 400]))
  })

  it('has a link that expires after an hour', async () => {
    const user = await world.newUser()
    const token = await world.newLink(user.email)
    world.clock.advance(60 * 60_000)
    expect((await world.redeem(token)).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await world.logIn(user.email, PASSWORD)).status).toBe(200)
  })

  it('has links that all become invalid when one of them is used', async () => {
    const { email } = await world.newUser()
    const [first, second] = [await world.newLink(email), await world.newLink(email)]
    await world.redeem(second)
    expect((await world.redeem(first)).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('has a link that is stored only hashed, and is not logged', async () => {
    const token = await world.newLink((await world.newUser()).email)
    const rows = await inSystem(world.server.database.runtime, (tx) =>
      tx.selectFrom('password_link').selectAll().execute(),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(world.server.logLines.join('')).not.toContain(token)
  })

  it('has a link that does not work for a user who was disabled meanwhile', async () => {
    const user = await world.newUser()
    const token = await world.newLink(user.email)
    await inSystem(world.server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: world.clock.now() }).where('id', '=', user.userId).execute(),
    )
    expect((await world.redeem(token)).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('keeps its link valid when the new password is refused · VALIDATION-006 VALIDATION-007', async () => {
    const token = await world.newLink((await world.newUser()).email)
    const weak = await world.redeem(token, 'SHORT')
    expect(weak).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(weak.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Please use at least 12 characters.',
      'Must include lowercase characters',
      'Must include numbers',
      'Must include non-alphanumeric characters',
    ])
    for (const easy of ['Password123!', OF_PRODUCT])
      expect((await world.redeem(token, easy)).body).toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    expect((await world.redeem(token)).status).toBe(200)
  })

  it('allows the next login without a captcha after it was replaced, for users who cannot read captchas', async () => {
    const { email } = await world.newUser()
    for (let failure = 0; failure < 10; failure++) await world.logIn(email, 'wrong')
    expect((await world.logIn(email, PASSWORD)).body).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    await world.redeem(await world.newLink(email))
    expect((await world.logIn(email, NEXT)).status).toBe(200)
  })

  it('can be requested three times in a quarter of an hour, then with captchas, the same for unknown accounts', async () => {
    const { email } = await world.newUser()
    const askWithCaptcha = async (who: string) => {
      const { nonce } = await world.server.container.deps.captchas.issue(world.clock.now())
      return world.server.app.inject({
        method: 'POST',
        url: '/api/auth/reset-password',
        payload: { email: who },
        headers: { 'x-requested-with': 'winnow', 'x-captcha-nonce': nonce, 'x-captcha-answer': CAPTCHA },
      })
    }
    for (const who of [email, 'nobody-at-all@example.com']) {
      const replies = await Promise.all(Array.from({ length: 8 }, () => world.ask(who)))
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3)
      expect(replies.filter(({ body }) => body.code === 'CAPTCHA_REQUIRED')).toHaveLength(5)
      for (let n = 0; n < 3; n++) expect((await askWithCaptcha(who)).statusCode).toBe(200)
      expect((await askWithCaptcha(who)).json()).toMatchObject({ code: 'RATE_LIMITED' })
    }
  })

  it('invalidates an open invitation, whose link would set another password', async () => {
    const user = await world.newUser()
    const invited = hashToken('invitation of this user')
    await inSystem(world.server.database.runtime, (tx) =>
      tx
        .insertInto('invitation')
        .values({
          user_id: user.userId,
          company_id: world.tenant.companyId,
          token_hash: invited,
          expires_at: new Date(world.clock.now().getTime() + 86_400_000),
        })
        .execute(),
    )
    expect((await world.redeem(await world.newLink(user.email))).status).toBe(200)
    const open = { token: 'invitation of this user' }
    expect((await callApi(world.server, anonymous, 'POST', '/v1/invitation', open)).body.code).toBe('LINK_INVALID')
  })

  it('clears the failures of the account but not those of the address, which may belong to a whole network', async () => {
    const user = await world.newUser()
    for (let n = 0; n < 10; n++) await world.logIn(user.email, 'wrong')
    expect((await world.redeem(await world.newLink(user.email))).status).toBe(200)
    const counted = await inSystem(world.server.database.runtime, (tx) =>
      tx.selectFrom('login_failure').select('key').where('key', 'not like', 'reset%').execute(),
    )
    expect(counted.map(({ key }) => key)).toContain('address:127.0.0.1')
    expect(counted.filter(({ key }) => key.includes(hashToken(user.email)))).toEqual([])
  })

  it('has links with a limit of attempts each; attempts with other links from the same address are not counted', async () => {
    const [user, other] = [await world.newUser(), await world.newUser()]
    const [link, ofOther] = [await world.newLink(user.email), await world.newLink(other.email)]
    for (let n = 0; n < 40; n++) expect((await world.redeem(`guess${n}`)).body).toMatchObject({ code: 'LINK_INVALID' })
    for (let n = 0; n < 30; n++)
      expect((await world.redeem(link, OF_PRODUCT)).body).toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    expect((await world.redeem(link)).body).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await world.redeem(ofOther)).status).toBe(200)
  })
})
