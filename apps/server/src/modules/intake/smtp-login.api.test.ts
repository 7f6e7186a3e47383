import { hash, verify } from '@node-rs/argon2'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { hashDevicePassword, isDeviceHash, newDevicePassword } from '../../platform/crypto/device-password.ts'
import { createPasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp } from '../../roles.ts'
import { createSmtpPorts } from './smtp-ports.ts'

const SITES = 25

const PASSWORDS = Array.from({ length: SITES }, newDevicePassword)

// The real functions for hashes of earlier releases, whose calls are counted.
const argon2 = { hash: vi.fn<typeof hash>(hash), verify: vi.fn<typeof verify>(verify) }

let server: TestServer
let ports: ReturnType<typeof createSmtpPorts>
let now = new Date('2026-05-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
  const { companyId } = await createTenant(server.database.runtime)
  for (let index = 0; index < SITES; index++) {
    const { siteId } = await createCamera(server.database.runtime, companyId)
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('site')
        .set({ smtp_user: `site-${index}`, smtp_password_hash: hashDevicePassword(passwordOf(index)) })
        .where('id', '=', siteId)
        .execute(),
    )
  }
})
beforeEach(() => {
  argon2.verify.mockClear()
  ports = createSmtpPorts({ ...server.container.deps, earlierHasher: createPasswordHasher({ argon2, parallel: 1 }) })
})
afterAll(() => server.close())

function passwordOf(index: number): string {
  const password = PASSWORDS[index]
  if (password === undefined) throw new RangeError(`no site ${index}`)
  return password
}

const logIn = (index: number, password = passwordOf(index), from = '192.0.2.1') =>
  ports.authenticate(`site-${index}`, password, from)

const stored = async (index: number): Promise<string> => {
  const { smtp_password_hash: found } = await inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('site')
      .select('smtp_password_hash')
      .where('smtp_user', '=', `site-${index}`)
      .executeTakeFirstOrThrow(),
  )
  return String(found)
}
const store = (index: number, passwordHash: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx.updateTable('site').set({ smtp_password_hash: passwordHash }).where('smtp_user', '=', `site-${index}`).execute(),
  )

it('many sites behind one address can log in simultaneously', async () => {
  const users = await Promise.all(Array.from({ length: SITES }, (_, index) => logIn(index)))
  expect(new Set(users.map((login) => login.ok && login.user.siteId)).size).toBe(SITES)
  expect(users.every(({ ok }) => ok)).toBe(true)
})

it('an address with too many wrong passwords gets a temporary error for a minute, but its right passwords are still accepted', async () => {
  for (let guess = 0; guess < 20; guess++) expect(await logIn(0, `guess ${guess}`)).toEqual({ ok: false, code: 535 })
  expect(await logIn(0, 'guess 20')).toEqual({ ok: false, code: 454 })
  expect(await logIn(0)).toMatchObject({ ok: true })
  expect(await logIn(0, 'guess', '192.0.2.2')).toEqual({ ok: false, code: 535 })
  now = new Date(now.getTime() + 60_000)
  expect(await logIn(1, 'guess')).toEqual({ ok: false, code: 535 })
})

it('many logins with unknown names compute no argon2 hash, and each needs the same work as one with a known name', async () => {
  const guesses = Array.from({ length: 256 }, (_none, n) => ports.authenticate(`nobody-${n}`, 'guess', '192.0.2.3'))
  const refusals = await Promise.all(guesses)
  expect(refusals.filter((login) => !login.ok && login.code === 535)).toHaveLength(20)
  expect(await logIn(1, 'guess', '192.0.2.4')).toEqual({ ok: false, code: 535 })
  expect(argon2.verify).not.toHaveBeenCalled()
})

it('while a hash of an earlier release remains, each refusal computes one argon2 hash, up to the limit of an address', async () => {
  await store(5, await hash(passwordOf(5), { memoryCost: 1024, timeCost: 2 }))
  for (const [name, from] of [
    ['nobody', '192.0.2.5'],
    ['site-5', '192.0.2.6'],
    ['site-6', '192.0.2.7'],
  ] as const) {
    argon2.verify.mockClear()
    expect(await ports.authenticate(name, 'guess', from)).toEqual({ ok: false, code: 535 })
    expect(argon2.verify).toHaveBeenCalledTimes(1)
  }
  argon2.verify.mockClear()
  const flood = Array.from({ length: 40 }, (_none, n) => ports.authenticate(`nobody-${n}`, 'guess', '192.0.2.8'))
  const replies = await Promise.all(flood)
  expect(argon2.verify).toHaveBeenCalledTimes(20)
  expect(replies.filter((login) => !login.ok && login.code === 454)).toHaveLength(20)
})

it('a password of an earlier release is accepted after wrong guesses at other names, and guesses at its name are counted', async () => {
  await store(5, await hash(passwordOf(5), { memoryCost: 1024, timeCost: 2 }))
  for (let guess = 0; guess < 21; guess++) await ports.authenticate(`nobody-${guess}`, 'guess', '192.0.2.10')
  expect(await ports.authenticate('nobody', 'guess', '192.0.2.10')).toEqual({ ok: false, code: 454 })
  argon2.verify.mockClear()
  for (let guess = 0; guess < 20; guess++) expect(await logIn(5, 'guess', '192.0.2.10')).toMatchObject({ code: 535 })
  expect(await logIn(5, 'guess', '192.0.2.10')).toEqual({ ok: false, code: 454 })
  expect(argon2.verify).toHaveBeenCalledTimes(20)
  now = new Date(now.getTime() + 60_000)
  for (let guess = 0; guess < 21; guess++) await ports.authenticate(`nobody-${guess}`, 'guess', '192.0.2.10')
  expect(await logIn(5, passwordOf(5), '192.0.2.10')).toMatchObject({ ok: true })
  expect(isDeviceHash(await stored(5))).toBe(true)
})

it('a password of an earlier release is checked once for many simultaneous connections, and stored in the new form', async () => {
  await store(5, await hash(passwordOf(5), { memoryCost: 1024, timeCost: 2 }))
  const cameras = await Promise.all(Array.from({ length: 30 }, () => logIn(5)))
  expect(cameras.every(({ ok }) => ok)).toBe(true)
  expect(argon2.verify).toHaveBeenCalledTimes(1)
  expect(isDeviceHash(await stored(5))).toBe(true)
  expect(await logIn(5)).toMatchObject({ ok: true })
  // That was the last argon2 hash, so refusals no longer compute one.
  argon2.verify.mockClear()
  expect(await logIn(6, 'guess')).toEqual({ ok: false, code: 535 })
  expect(argon2.verify).not.toHaveBeenCalled()
})

it('the last password of an earlier release is accepted also while another connection stores it in the new form', async () => {
  await store(5, await hash(passwordOf(5), { memoryCost: 1024, timeCost: 2 }))
  const { deps } = server.container
  const asked = Promise.withResolvers<void>()
  const storedAnew = Promise.withResolvers<void>()
  /** Starts a transaction only after the other connection has finished. */
  const lateDb = new Proxy(deps.db, {
    get: (db, name) =>
      name === 'transaction'
        ? () => ({
            setIsolationLevel: (level: 'read committed') => ({
              execute: async (work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) => {
                asked.resolve()
                await storedAnew.promise
                return db.transaction().setIsolationLevel(level).execute(work)
              },
            }),
          })
        : Reflect.get(db, name),
  })
  const earlierHasher = createPasswordHasher({ argon2, parallel: 1 })
  const slow = createSmtpPorts({ ...deps, db: lateDb, earlierHasher }).authenticate(
    'site-5',
    passwordOf(5),
    '192.0.2.9',
  )
  await asked.promise
  expect(await logIn(5)).toMatchObject({ ok: true })
  expect(isDeviceHash(await stored(5))).toBe(true)
  storedAnew.resolve()
  expect(await slow).toMatchObject({ ok: true })
})

it('nodemailer receives 454 4.7.0 for a temporary failure, and 535 for a wrong password', async () => {
  const smtp = await startSmtp(server.container)
  const client = (pass: string) =>
    createTransport({
      host: '127.0.0.1',
      port: server.container.ports.smtp,
      ignoreTLS: true,
      auth: { user: 'site-3', pass },
    })
  try {
    for (let guess = 0; guess < 20; guess++)
      await expect(client(`guess ${guess}`).verify()).rejects.toMatchObject({ responseCode: 535 })
    await expect(client('guess 20').verify()).rejects.toMatchObject({
      responseCode: 454,
      response: '454 4.7.0 Temporary authentication failure, try again later',
    })
    expect(await client(passwordOf(3)).verify()).toBe(true)
  } finally {
    await smtp.stop()
  }
})

it('a changed password is no longer accepted', async () => {
  expect(await logIn(2)).toMatchObject({ ok: true })
  const changed = newDevicePassword()
  await store(2, hashDevicePassword(changed))
  expect(await logIn(2)).toEqual({ ok: false, code: 535 })
  expect(await logIn(2, changed)).toMatchObject({ ok: true })
})
