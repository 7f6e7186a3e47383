import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFakeClock } from '@winnow/testkit'
import { simpleParser } from 'mailparser'
import { expect } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn } from '../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../test/plain-hasher.ts'
import { startTestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { startJobRunner } from '../../platform/jobs/job-runner.ts'
import { passwordMailJobs } from './index.ts'

export const CAPTCHA = 'KWX479'
export const PASSWORD = 'Correct-Horse-9'
/** A product name that is in no list of common passwords. */
export const PRODUCT = 'Zorvaquin'
export const OF_PRODUCT = `${PRODUCT}-1!`
export const NEXT = 'Wheat&Chaff-2026'
const WINDOW = 15 * 60_000
export const anonymous = { cookie: '' }

export const linkIn = (text: string | undefined): string | undefined =>
  /http:\/\/console\.example\/new-password\?token=([\w-]+)/.exec(text ?? '')?.[1]

/** Starts a server with one company, which sends its mails into a folder, and returns functions with which tests use it. */
export async function startPasswordsWorld() {
  const clock = createFakeClock(new Date())
  const server = await startTestServer({
    clock,
    settings: { WINNOW_PUBLIC_URL: 'http://console.example', PROVIDER_NAME: PRODUCT },
    captchaText: () => CAPTCHA,
    hasher: plainHasher,
  })
  const db = server.database.runtime
  const tenant = await createTenant(db)
  const { deps } = server.container
  // One job at a time, so that a mail proves that all jobs before it have ended.
  const runner = await startJobRunner({
    url: server.database.ownerUrl,
    jobs: passwordMailJobs(deps),
    log: deps.log,
    pollMs: 50,
    concurrency: 1,
  })

  let people = 0
  async function newUser(more: { userType?: 'PROGRAMMATIC_USER' } = {}): Promise<LoggedIn & { email: string }> {
    // Each test starts in a new window of the limits.
    clock.advance(WINDOW)
    const email = `person${people++}@example.com`
    const made = await createLoggedIn(db, {
      companyId: tenant.companyId,
      userType: more.userType ?? 'OPERATOR_USER',
      email,
      passwordHash: plainHash(PASSWORD),
    })
    return { ...made, email }
  }

  /** Mails to somebody, oldest first. */
  async function mailsTo(email: string) {
    const folder = join(server.container.env.dataDir, 'outbox')
    const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted()
    const mails = await Promise.all(files.map(async (name) => simpleParser(await readFile(join(folder, name)))))
    return mails.filter(({ to }) => to && !Array.isArray(to) && to.text === email)
  }

  const mailsArrive = (email: string, count: number) =>
    until(`mail ${count} to ${email}`, async () => {
      const mails = await mailsTo(email)
      return mails.length >= count && mails
    })

  const ask = (email: string, locale?: string) =>
    callApi(server, anonymous, 'POST', '/auth/reset-password', { email, ...(locale === undefined ? {} : { locale }) })
  const linksTo = async (email: string) => (await mailsTo(email)).flatMap(({ text }) => linkIn(text) ?? [])

  return {
    clock,
    server,
    tenant,
    newUser,
    mailsTo,
    mailsArrive,
    ask,
    redeem: (token: string, newPassword = NEXT) =>
      callApi(server, anonymous, 'POST', '/auth/new-password', { token, newPassword }),
    logIn: (email: string, password: string) => callApi(server, anonymous, 'POST', '/auth', { email, password }),
    status: async (who: { cookie: string }) => (await callApi(server, who, 'GET', '/auth/user')).status,
    /** Requests a link and returns its token: the only one that is new, since mails of the same moment have no order. */
    async newLink(email: string): Promise<string> {
      const before = await linksTo(email)
      expect((await ask(email)).status).toBe(200)
      return until(`a new link to ${email}`, async () =>
        (await linksTo(email)).find((token) => !before.includes(token)),
      )
    },
    async close() {
      await runner.stop()
      await server.close()
    },
  }
}

export type PasswordsWorld = Awaited<ReturnType<typeof startPasswordsWorld>>
