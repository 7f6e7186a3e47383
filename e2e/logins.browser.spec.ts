// How people come in: a forgotten password, an invitation, a session that ends, and a captcha. The screens on the way have no accessibility faults.
import { CAPTCHA_NONCE_HEADER, endOtherSessions, getCurrentUser, inviteUser, listProjects } from '@winnow/contract'
import { createSmtpSink, type SmtpSink } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { besidesEndedSession, enterAs, openPage } from './src/harness/browser.ts'
import { answerTo } from './src/harness/captcha-answers.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { followLink } from './src/harness/follow-link.ts'
import { createMailLinks } from './src/harness/mail-links.ts'
import type { Account } from './src/harness/product.ts'

let demo: Demo
let sink: SmtpSink
let links: ReturnType<typeof createMailLinks>

beforeAll(async () => {
  sink = await createSmtpSink()
  links = createMailLinks(sink)
  demo = await startDemo({
    SMTP_URL: `smtp://${sink.host}:${sink.port}`,
    MOBILE_APP_IOS_LOGIN_URL: 'winnow-app://login',
  })
})
afterAll(async () => {
  await demo?.close()
  await sink?.close()
})

/** A refused login is answered with 400, which the browser logs. */
const unexpected = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !/status of 400/.test(problem))

describe('the ways in', () => {
  it('a forgotten password is replaced by mail, and the new one logs in · PASSWORD-006 PASSWORD-007 LOGIN-003', async () => {
    const operator = demo.account('operator')
    const next = 'Wheat&Chaff-2026'
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await page.getByLabel('Email').fill(operator.email)
    await page.keyboard.press('Enter')
    await page.getByText('Check your email for a link to reset your password').waitFor()

    const link = await links.next('/new-password')
    await page.goto(link.pathname + link.search)
    await page.getByLabel('New password').fill(next)
    await page.getByLabel('Confirm').fill(next)
    await page.keyboard.press('Enter')
    await page.getByText('Password reset successfully').waitFor()
    await page.waitForURL(/\/login\?way=password$/)

    await page.getByLabel('Email').fill(operator.email)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Password' }).fill(operator.password)
    await page.keyboard.press('Enter')
    await page.getByText('Incorrect email or password').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(next)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/cams\//)
    operator.password = next
    expect(unexpected(problems)).toEqual([])
    await close()
  })

  it('an invitation comes by mail, and its account logs in · USERS-001', async () => {
    const api = await logIn(demo.product.url, demo.account('admin'))
    const { companyId } = await api.call(getCurrentUser)
    const nia: Account = { email: 'nia@guards.example', password: 'Quiet-Lighthouse-27' }
    const { invitation } = await api.call(inviteUser, {
      params: { id: companyId },
      body: { email: nia.email, name: 'Nia', userType: 'OPERATOR_USER' },
    })
    // Nobody else learns whether a mail was sent.
    expect(invitation).toMatchObject({ mailed: true, link: null })
    const link = await links.next('/accept-invitation')
    expect(sink.mails.at(-1)?.to).toEqual([nia.email])

    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await page.goto(link.pathname + link.search)
    await page.getByText('invites you').waitFor()
    expect(await faultsOf(page)).toEqual([])
    for (const field of await page.locator('input[type=password]').all()) await field.fill(nia.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/cams\//)
    expect(problems).toEqual([])
    await close()
  })

  it('a session that ends during typing loses no input: the login appears over the page, and the work continues · SESSION-001 SESSION-003 SESSION-004', async () => {
    const admin = demo.account('admin')
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, '/cams/clients?add=project')
    const name = page.getByRole('textbox', { name: /name/i }).first()
    await name.fill('Half typed')

    // Another browser ends the session, for example in the settings.
    const elsewhere = await logIn(demo.product.url, admin)
    await elsewhere.call(endOtherSessions)
    const modal = page.getByRole('dialog', { name: 'Your session has expired' })
    await modal.waitFor()
    expect(await modal.getByLabel('Email').inputValue()).toBe(admin.email)
    expect(await modal.getByLabel('Email').isEditable()).toBe(false)
    expect(await name.inputValue()).toBe('Half typed')
    await modal.getByRole('textbox', { name: 'Password' }).fill(admin.password)
    await page.keyboard.press('Enter')
    await modal.waitFor({ state: 'hidden' })

    expect(await name.inputValue()).toBe('Half typed')
    await name.press('End')
    await name.pressSequentially(' and finished')
    await name.press('Enter')
    await page.getByText('Half typed and finished').first().waitFor()
    const { rows } = await elsewhere.call(listProjects)
    expect(rows.map((project) => project.name)).toContain('Half typed and finished')
    expect(besidesEndedSession(problems)).toEqual([])
    await close()
  })

  it('the login is above an open dialog, and Escape closes neither · SESSION-003 LOGIN-008', async () => {
    const admin = demo.account('admin')
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, '/cams/settings/integrations')
    await page.getByRole('button', { name: 'New token' }).first().click()
    const name = page.getByRole('dialog', { name: 'New token' }).getByRole('textbox', { name: /name/i })
    await name.fill('Gate')
    await (await logIn(demo.product.url, admin)).call(endOtherSessions)
    const modal = page.getByRole('dialog', { name: 'Your session has expired' })
    await modal.getByRole('textbox', { name: 'Password' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.type(admin.password)
    await page.keyboard.press('Enter')
    await modal.waitFor({ state: 'hidden' })
    expect(await name.inputValue()).toBe('Gate')
    await name.press('Enter')
    await page.getByText('Copy the secret now').waitFor()
    expect(besidesEndedSession(problems)).toEqual([])
    await close()
  })

  it('after three failures the login requires a captcha; its answer repeats the login · CAPTCHA-001 CAPTCHA-004 CAPTCHA-005 CAPTCHA-006 CAPTCHA-007', async () => {
    const operator = demo.account('operator')
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await page.goto(`/login?email=${operator.email}`)
    const password = page.getByRole('textbox', { name: 'Password' })
    for (let failure = 0; failure < 3; failure++) {
      await password.fill(`wrong ${failure}`)
      const answer = page.waitForResponse((reply) => reply.url().endsWith('/api/auth'))
      await page.keyboard.press('Enter')
      await answer
      await page.getByText('Incorrect email or password').waitFor()
    }
    await password.fill(operator.password)
    const sendAndSee = async () => {
      const drawn = page.waitForResponse((reply) => reply.url().endsWith('/v1/captcha'))
      await page.keyboard.press('Enter')
      return drawn
    }
    await sendAndSee()
    const dialog = page.getByRole('dialog', { name: 'Type the text below' })
    await dialog.getByRole('img', { name: 'Six letters and digits' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByLabel('Text').fill('QQQQQQ')
    const second = await sendAndSee()
    await dialog.getByText('Incorrect captcha answer').waitFor()
    await dialog
      .getByLabel('Text')
      .fill(await answerTo(demo.product, (await second.allHeaders())[CAPTCHA_NONCE_HEADER] ?? ''))
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/cams\//)
    expect(unexpected(problems)).toEqual([])
    await close()
  })

  it('their screens have no accessibility faults', async () => {
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    for (const path of [
      '/login',
      '/reset-password',
      '/new-password?token=x',
      '/new-password',
      '/login?email=somebody@example.com',
      '/auth/redirect',
      '/auth/redirect?error=access_denied',
      '/auth/connect',
      '/auth/connect?token=x',
      '/auth/done',
      '/accept-invitation',
      '/nowhere',
    ]) {
      await page.goto(path)
      await page.getByRole('main').waitFor()
      expect(await faultsOf(page)).toEqual([])
    }
    await page.goto('/login')
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await faultsOf(page)).toEqual([])
    // Asking for the session without a login logs no error either.
    expect(problems).toEqual([])
    const admin = demo.account('admin')
    await enterAs(page, admin)
    await page.getByRole('main').waitFor()
    for (const path of ['/cams/settings/password', '/cams/settings/sessions']) {
      await followLink(page, path)
      await page.getByRole('main').waitFor()
      expect(await faultsOf(page)).toEqual([])
    }
    await (await logIn(demo.product.url, admin)).call(endOtherSessions)
    await page.getByRole('dialog', { name: 'Your session has expired' }).getByLabel('Email').waitFor()
    expect(await faultsOf(page)).toEqual([])
    // Last, because the browser asks whether to open the app, and no page of the window gets keys until that is
    // answered.
    await page.goto('/app-logout/ios')
    await page.getByRole('link', { name: 'Open the app' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    // Ignores the error about the app, which is not installed here.
    expect(besidesEndedSession(problems).filter((problem) => !problem.includes('winnow-app:'))).toEqual([])
    await close()
  })
})
