import { OTP_SECRET_HEADER } from '@winnow/contract'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../test/authenticator.ts'
import type { BrowserClient } from '../../../../test/browser-client.ts'
import { lab, PASSWORD, useLoginLab } from '../../../../test/login-lab.ts'
import { newKeyRing } from '../../../platform/crypto/key-ring.ts'
import { resealColumn } from '../../../platform/crypto/reseal-column.ts'
import { allTables, sealedColumns } from '../../../platform/modules/tables.ts'
import { inSystem } from '../../../platform/db/transaction.ts'
import { identityTables } from '../tables.ts'

useLoginLab()

describe('setting up a second factor', () => {
  it('shows a QR code as a picture · 2FA-022 2FA-001', async () => {
    const { session } = await lab.newUser()
    const reply = await session.send('GET', '/v1/2fa/otp-generate')
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
    const { width, height, format } = await sharp(reply.rawPayload).metadata()
    expect([format, width]).toEqual(['png', height])
    expect(width).toBeGreaterThan(300)
    expect(reply.headers[OTP_SECRET_HEADER]).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('with a right code returns ten backup codes of six digits · 2FA-023 2FA-019', async () => {
    const { session } = await lab.newUser()
    const secret = await lab.scan(session)
    const { status: set, body } = await session.call('POST', '/v1/2fa/otp-confirm-setup', {
      code: codeAt(secret, lab.clock.now()),
    })
    expect([set, body.success]).toEqual([200, true])
    expect(new Set(body.codes).size).toBe(10)
    for (const code of body.codes) expect(code).toMatch(/^[0-9]{6}$/)
    expect((await session.call('GET', '/auth/user')).body.login2FaFlow).toBe('totp_accepted')
    expect((await session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: true, codesLeft: 10 })
  })

  it('with a wrong code returns an error and changes nothing · VALIDATION-034 2FA-025', async () => {
    const { session } = await lab.newUser()
    const secret = await lab.scan(session)
    const refused = await session.call('POST', '/v1/2fa/otp-confirm-setup', {
      code: wrongCodeAt(secret, lab.clock.now()),
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'CODE_INVALID', message: 'Incorrect verification code' },
    })
    expect((await session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: false, codesLeft: 0 })
  })

  it.each(['12345', '1234567', '12345a', '１２３４５６', ''])(
    'refuses %j, which is not a code · VALIDATION-033',
    async (code) => {
      const { session } = await lab.newUser()
      await lab.scan(session)
      const { status: refused, body } = await session.call('POST', '/v1/2fa/otp-confirm-setup', { code })
      expect([refused, body.code, body.errors[0].message]).toEqual([400, 'VALIDATION', 'Incorrect verification code'])
    },
  )

  it('shows the same secret again to the same session, and to no other', async () => {
    const { session, email } = await lab.newUser()
    const first = await lab.scan(session)
    expect(await lab.scan(session)).toBe(first)
    const other = lab.browser()
    await lab.enter(other, email)
    expect(await lab.scan(other)).not.toBe(first)
    // The second secret replaced the first, so a code of the first is wrong.
    const { body } = await session.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(first, lab.clock.now()) })
    expect(body.code).toBe('SET_UP_TIMED_OUT')
  })

  it('refuses a late confirmation with a separate error, does not count it as an attempt, and continues with a new secret', async () => {
    const { session } = await lab.newUser()
    const secret = await lab.scan(session)
    lab.clock.advance(16 * 60_000)
    const confirm = (of: string) =>
      session.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(of, lab.clock.now()) })
    for (let n = 0; n < 6; n++) expect((await confirm(secret)).body.code).toBe('SET_UP_TIMED_OUT')
    const fresh = await lab.scan(session)
    expect(fresh).not.toBe(secret)
    expect((await confirm(fresh)).status).toBe(200)
  })

  it('in a login that took too long returns an error, also to users who want to postpone the set-up', async () => {
    const { email, userId } = await lab.newUser()
    expect((await lab.admin().call('GET', '/v1/2fa/company-otp-enable')).body).toMatchObject({ mode: 'optional' })
    const browser = lab.browser()
    await lab.enter(browser, email)
    const secret = await lab.scan(browser)
    lab.clock.advance(16 * 60_000)
    const tries = [
      await browser.call('GET', '/v1/2fa/otp-generate'),
      await browser.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(secret, lab.clock.now()) }),
      await browser.call('POST', `/v1/2fa/user-otp-update/${userId}`, { field: 'skip', value: true }),
    ]
    for (const { status, body } of tries) expect([status, body.code]).toEqual([400, 'LOGIN_TIMED_OUT'])
  })

  it('is refused to accounts without a password, which could never switch the second factor off', async () => {
    const { session, userId } = await lab.newUser()
    await inSystem(lab.server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ password_hash: null }).where('id', '=', userId).execute(),
    )
    expect((await session.call('GET', '/auth/user')).body.hasPassword).toBe(false)
    expect((await session.call('GET', '/v1/2fa/otp-generate')).status).toBe(403)
    expect((await session.call('POST', '/v1/2fa/otp-confirm-setup', { code: '123456' })).status).toBe(403)
  })

  it('without a login is refused', async () => {
    expect((await lab.browser().call('GET', '/v1/2fa/otp-generate')).status).toBe(401)
  })

  it('ends the other sessions, which were opened without a second factor', async () => {
    const { session, email } = await lab.newUser()
    const other = lab.browser()
    await lab.enter(other, email)
    expect(await lab.status(other)).toBe(200)
    await lab.protect(session)
    expect([await lab.status(other), await lab.status(session)]).toEqual([401, 200])
  })

  it('a second time requires the password, so that an unattended screen is not enough', async () => {
    const { session, userId } = await lab.newUser()
    await lab.protect(session)
    const secret = await lab.scan(session)
    const confirm = (password?: string) =>
      session.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(secret, lab.clock.now()), password })
    expect((await confirm()).body.code).toBe('PASSWORD_INVALID')
    expect((await confirm('wrong')).body).toMatchObject({ code: 'PASSWORD_INVALID', message: 'Incorrect password' })
    expect((await confirm(PASSWORD)).status).toBe(200)
    const actions = (await lab.actionsOf(userId)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'password.failed')).toHaveLength(2)
  })

  it.each<[string, (session: BrowserClient, userId: string, password: string) => ReturnType<BrowserClient['call']>]>([
    [
      'another device',
      async (session, _userId, password) => {
        const code = codeAt(await lab.scan(session), lab.clock.now())
        return session.call('POST', '/v1/2fa/otp-confirm-setup', { code, password })
      },
    ],
    ['new backup codes', (session, _userId, password) => session.call('POST', '/v1/2fa/backup-codes', { password })],
    [
      'switching it off',
      (session, userId, password) =>
        session.call('POST', `/v1/2fa/user-otp-update/${userId}`, { field: 'enabled', value: false, password }),
    ],
  ])('%s gives the session a new token, so that a copied cookie becomes invalid', async (_what, change) => {
    const { session, userId } = await lab.newUser()
    await lab.protect(session)
    const copy = lab.browser()
    for (const [name, value] of session.cookies) copy.cookies.set(name, value)
    expect((await change(session, userId, 'wrong')).status).toBe(400)
    expect(await lab.status(copy)).toBe(200)
    const before = (await session.call('GET', '/v1/sessions')).body
    expect((await change(session, userId, PASSWORD)).status).toBe(200)
    expect([await lab.status(copy), await lab.status(session)]).toEqual([401, 200])
    const [{ id, expiresAt, keepLoggedIn }] = before
    expect((await session.call('GET', '/v1/sessions')).body).toMatchObject([
      { id, expiresAt, keepLoggedIn, current: true },
    ])
  })

  it('stores secrets sealed and codes hashed and sealed, and writes them neither to the audit nor to the log', async () => {
    const { session, userId } = await lab.newUser()
    const { secret, codes } = await lab.protect(session)
    const rows = await inSystem(lab.server.database.runtime, async (tx) => ({
      factor: await tx.selectFrom('second_factor').selectAll().where('id', '=', userId).execute(),
      codes: await tx.selectFrom('backup_code').selectAll().where('user_id', '=', userId).execute(),
    }))
    expect(rows.factor[0]?.secret).toMatch(/^s1\./)
    expect(rows.codes.every(({ sealed_hash: sealed }) => sealed.startsWith('s1.'))).toBe(true)
    const audit = await lab.actionsOf(userId)
    expect(audit.map(({ action }) => action)).toContain('second-factor.set-up')
    const written = JSON.stringify([rows, audit]) + lab.server.logLines.join('')
    for (const value of [secret, ...codes]) expect(written).not.toContain(value)
  })
})

describe('a new master key', () => {
  it('seals all data of second factors again, and codes stay valid', async () => {
    const { session, userId, email } = await lab.newUser()
    const { secret, codes } = await lab.protect(session)
    await lab.scan(session)
    const { keys, db } = lab.server.container.deps
    const [fresh] = newKeyRing().keys
    const rotated = { keys: [...keys.keys, ...(fresh ? [fresh] : [])] }
    for (const column of sealedColumns(allTables([{ tables: identityTables }])))
      expect((await resealColumn(db, rotated, column)).unreadable, column.column).toEqual([])
    const rows = await inSystem(db, async (tx) => [
      await tx.selectFrom('second_factor').select(['secret', 'new_secret']).where('id', '=', userId).execute(),
      await tx.selectFrom('backup_code').select('sealed_hash').where('user_id', '=', userId).execute(),
    ])
    const sealed = rows.flat().flatMap((row) => Object.values(row))
    expect(sealed).toHaveLength(12)
    for (const value of sealed) expect(value).toMatch(new RegExp(`^s1\\.${fresh?.id}\\.`))
    // Adds the key to the running program, which would otherwise read it from the key file.
    const known = keys.keys as unknown as unknown[]
    known.push(fresh)
    const here = lab.browser()
    await lab.enter(here, email)
    expect((await here.call('POST', '/auth', { backupCode: codes[0] })).body.id).toBe(userId)
    await lab.enter(here, email)
    const authenticationCode = codeAt(secret, lab.clock.now())
    expect((await here.call('POST', '/auth', { authenticationCode })).body.id).toBe(userId)
  })
})
