import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startSmtp } from '../../roles.ts'
import { createSmtpPorts } from './smtp-ports.ts'

const SITES = 25

let server: TestServer
let ports: ReturnType<typeof createSmtpPorts>
let now = new Date('2026-05-01T12:00:00Z')
beforeAll(async () => {
  server = await startTestServer({
    clock: { now: () => now },
    // What is stored is the password itself: hashing for real is another test's business, and slow on purpose.
    hasher: {
      hash: async (password) => password,
      verify: async (stored, password) => stored === password,
      isOutdated: () => false,
    },
  })
  const { companyId } = await createTenant(server.database.runtime)
  for (let index = 0; index < SITES; index++) {
    const { siteId } = await createCamera(server.database.runtime, companyId)
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('site')
        .set({ smtp_user: `site-${index}`, smtp_password_hash: `password-${index}` })
        .where('id', '=', siteId)
        .execute(),
    )
  }
})
beforeEach(() => {
  ports = createSmtpPorts(server.container.deps)
})
afterAll(() => server.close())

const logIn = (index: number, password = `password-${index}`, from = '192.0.2.1') =>
  ports.authenticate(`site-${index}`, password, from)

it('many sites behind one address log in at once', async () => {
  const users = await Promise.all(Array.from({ length: SITES }, (_, index) => logIn(index)))
  expect(new Set(users.map((login) => login.ok && login.user.siteId)).size).toBe(SITES)
  expect(users.every(({ ok }) => ok)).toBe(true)
})

it('an address that guesses is soon not listened to, others are, and it may try again a minute later', async () => {
  for (let guess = 0; guess < 20; guess++) expect(await logIn(0, `guess ${guess}`)).toEqual({ ok: false, code: 535 })
  expect(await logIn(0)).toEqual({ ok: false, code: 454 })
  expect(await logIn(0, 'password-0', '192.0.2.2')).toMatchObject({ ok: true })
  now = new Date(now.getTime() + 60_000)
  expect(await logIn(1)).toMatchObject({ ok: true })
})

it('nodemailer is told that the login failed for now (454 4.7.0), and of a wrong password that it is wrong (535)', async () => {
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
    await expect(client('password-3').verify()).rejects.toMatchObject({
      responseCode: 454,
      response: '454 4.7.0 Temporary authentication failure, try again later',
    })
    now = new Date(now.getTime() + 60_000)
    expect(await client('password-3').verify()).toBe(true)
  } finally {
    await smtp.stop()
  }
})

it('a password that was changed is no longer taken, however well the old one is remembered', async () => {
  expect(await logIn(2)).toMatchObject({ ok: true })
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('site').set({ smtp_password_hash: 'new' }).where('smtp_user', '=', 'site-2').execute(),
  )
  expect(await logIn(2)).toEqual({ ok: false, code: 535 })
  expect(await logIn(2, 'new')).toMatchObject({ ok: true })
})
