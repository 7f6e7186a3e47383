import {
  CAPTCHA_NONCE_HEADER,
  endOtherSessions,
  getCurrentUser,
  inviteUser,
  listProjects,
  listTreeViews,
  setSiteSmtp,
} from '@winnow/contract'
import { testCertificate } from '@winnow/delivery/testing'
import {
  createSmtpSink,
  EXACQ,
  NX_SYSTEM,
  XPROTECT,
  renderScene,
  type SmtpSink,
  startExacq,
  startHikvisionDevice,
  startNxSystem,
  startXprotect,
} from '@winnow/testkit'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { besidesEndedSession, enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
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
    WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.0/8',
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

describe('the ways in of cameras', () => {
  it('a Hikvision device that is called has its first alarm and verdict, and says why it does not work any more · INTEGRATIONS-003', async () => {
    const admin = demo.account('admin')
    const api = await logIn(demo.product.url, admin)
    const { siteId } = await createJourneyCamera(api, 'Harbour')
    const frames = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 3 })
    let shown = 0
    const device = await startHikvisionDevice({
      picture: () => frames[shown++ % frames.length]?.jpeg ?? Buffer.alloc(0),
    })
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, `/cams/clients?site=${siteId}&type=add`)
    await page.getByRole('textbox', { name: 'Name of the camera' }).fill('Quay')
    await page.keyboard.press('Enter')
    await page.getByText('Not set up').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await page.getByText('By push', { exact: true }).click()
    await page.getByRole('textbox', { name: /^Host name or IP/ }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: /^Port/ }).fill(String(device.port))
    await page.getByRole('textbox', { name: 'User name' }).fill('admin')
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('The device refuses the user or the password').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('textbox', { name: 'Password' }).fill('Abcd-1234')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The device gets through.').waitFor()

    // It reports an event without pictures, so its pictures are fetched.
    device.send({ eventType: 'VMD', dateTime: new Date().toISOString() })
    const { rows } = await api.call(listTreeViews, { params: { id: siteId } })
    const quay = rows.find(({ name }) => name === 'Quay')?.id ?? ''
    const [alarm] = await decidedAlarms(api, quay, 1)
    expect(alarm).toMatchObject({ frameCount: 3 })
    expect(await faultsOf(page)).toEqual([])

    await device.close()
    await page.getByText(/^The device (has ended the connection|does not answer)/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it('a system of Digital Watchdog is added, its camera mapped, and an event of its rule becomes an alarm · INTEGRATIONS-001 INTEGRATIONS-003', async () => {
    const admin = demo.account('admin')
    const api = await logIn(demo.product.url, admin)
    const { viewId } = await createJourneyCamera(api, 'Pier')
    const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1 })
    const cameraId = '19f94d50-ff44-4f69-8deb-f5a3a5a2c1e7'
    const system = await startNxSystem({
      ...(await testCertificate()),
      devices: [{ id: cameraId, name: 'Pier camera' }],
      picture: () => Buffer.from(frame?.jpeg ?? []),
    })
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, '/cams/settings/digital-watchdog')
    await page.getByRole('button', { name: 'Add server' }).click()
    await page.getByRole('textbox', { name: 'Host name or IP' }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: 'Port' }).fill(String(system.port))
    await page.getByRole('textbox', { name: 'User name' }).fill(NX_SYSTEM.user)
    await page.getByRole('textbox', { name: 'Password' }).fill(NX_SYSTEM.password)
    await page.keyboard.press('Enter')
    await page.getByRole('radio', { name: 'Server 1 · online' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save server' }).click()

    await page.getByRole('button', { name: 'Choose Pier camera' }).click()
    await page.getByRole('option', { name: /Pier camera$/ }).click()
    const cameras = page.getByRole('region', { name: 'Cameras' })
    await cameras.getByRole('button', { name: 'Save' }).click()
    await cameras.getByText('not saved').first().waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Add company' }).click()
    await page.getByRole('textbox', { name: 'Company name' }).fill('Harbour Guards')
    await page.getByRole('button', { name: 'Make a secret' }).click()
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    const rule = page.getByRole('dialog', { name: 'The rule of the system' })
    const url = await rule.getByLabel('HTTP(S) URL').textContent()
    const content = await rule.getByLabel('HTTP content').textContent()
    await rule.getByRole('button', { name: 'Done' }).click()
    expect(await faultsOf(page)).toEqual([])

    // The system fills in the words in braces that it knows, as here the id of the camera.
    const { status } = await fetch(url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: content?.replace('{event.cameraId}', cameraId) ?? '',
    })
    expect(status).toBe(200)
    const [alarm] = await decidedAlarms(api, viewId, 1)
    expect(alarm).toMatchObject({ frameCount: 3 })
    await page.goto(`/cams/alarms/${alarm?.id}?camera=${viewId}`)
    await page.getByRole('img', { name: /of 3 from Pier camera$/ }).waitFor()
    expect(problems).toEqual([])
    await system.close()
    await close()
  })

  it('a template is tried on a pasted mail, and mails with the login of a site become alarms of the named camera · INTEGRATIONS-003', async () => {
    const admin = demo.account('admin')
    const api = await logIn(demo.product.url, admin)
    const { siteId, viewId } = await createJourneyCamera(api, 'Dock')
    const login = await api.call(setSiteSmtp, { params: { id: siteId }, body: { required: false, newPassword: true } })
    const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1 })
    const mail = (camera: string) => `Dear operator,\nSite: Dock site\nCamera: ${camera}\nPriority: 1`
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, '/cams/settings/mail-templates')
    await page.getByRole('button', { name: 'Create template' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create template' })
    await dialog.getByRole('textbox', { name: 'Name of the template' }).fill('Station')
    await dialog.getByRole('textbox', { name: 'Subject of the mail' }).fill('Alarm: Motion')
    await dialog.getByRole('textbox', { name: 'Text of the mail' }).fill(mail('Dock camera'))
    await dialog.getByRole('button', { name: 'Begin the template with this mail' }).click()
    await dialog.getByRole('textbox', { name: 'Subject', exact: true }).fill('Alarm: {{event}}')
    await dialog.getByRole('textbox', { name: 'Lines of the text' }).fill('Site: {{site}}\nCamera: {{camera}')
    await dialog.getByText('Line 2, column 9: a group lacks its closing braces').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Lines of the text' }).fill('Site: {{site}}\nCamera: {{camera}}')
    await dialog.getByText('The mail would be an alarm of Dock camera, Dock site.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('button', { name: 'Change template Station' }).waitFor()
    expect(await faultsOf(page)).toEqual([])

    const transport = createTransport({
      ...demo.product.smtp,
      ignoreTLS: true,
      auth: { user: login.user ?? '', pass: login.password ?? '' },
    })
    await transport.sendMail({
      from: 'station@example.com',
      to: 'alarms@station.example',
      subject: 'Alarm: Intrusion',
      text: mail('dock CAMERA'),
      attachments: [{ filename: '1.jpg', content: Buffer.from(frame?.jpeg ?? []) }],
    })
    const [alarm] = await decidedAlarms(api, viewId, 1)
    expect(alarm).toMatchObject({ frameCount: 1 })
    expect(problems).toEqual([])
    await close()
  })

  it('a system of Milestone is added, its camera mapped, and its event becomes an alarm; lost, it says so · INTEGRATIONS-001 INTEGRATIONS-003', async () => {
    const admin = demo.account('admin')
    const api = await logIn(demo.product.url, admin)
    const { viewId } = await createJourneyCamera(api, 'Mole')
    const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1 })
    const cameraId = 'a8a8b9dc-3995-49ed-9b00-62caac2ce74a'
    const system = await startXprotect({
      ...(await testCertificate()),
      cameras: [{ id: cameraId, name: 'Mole camera', groups: ['Outside'] }],
      picture: (_camera, at) => ({ at, jpeg: Buffer.from(frame?.jpeg ?? []) }),
    })
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, '/cams/settings/milestone')
    await page.getByRole('button', { name: 'Add system' }).click()
    await page.getByRole('textbox', { name: 'Host name or IP' }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: 'Port' }).fill(String(system.port))
    await page.getByRole('textbox', { name: 'User name' }).fill(XPROTECT.user)
    await page.getByRole('textbox', { name: 'Password' }).fill(XPROTECT.password)
    await page.keyboard.press('Enter')
    await page.getByText('Harbour is at this address.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save system' }).click()

    await page.getByRole('button', { name: 'Choose Mole camera' }).click()
    await page.getByRole('option', { name: /Mole camera$/ }).click()
    const cameras = page.getByRole('region', { name: 'Cameras' })
    await cameras.getByRole('button', { name: 'Save' }).click()
    await cameras.getByText('not saved').first().waitFor({ state: 'detached' })
    await page.getByText('Connected: events are received.').waitFor()
    await page.getByText(/^Recorder 1 · 127\.0\.0\.1/).waitFor()
    expect(await faultsOf(page)).toEqual([])

    system.happen({ camera: cameraId, type: XPROTECT.motionStarted })
    const [alarm] = await decidedAlarms(api, viewId, 1)
    expect(alarm).toMatchObject({ frameCount: 3 })
    await system.close()
    await page.getByText(/^There is no connection:/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`/cams/alarms/${alarm?.id}?camera=${viewId}`)
    await page.getByRole('img', { name: /of 3 from Mole camera$/ }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('a recorder of exacqVision is added, its camera mapped, and a mail without a picture gets pictures of it; lost, it says so · INTEGRATIONS-001 INTEGRATIONS-003', async () => {
    const admin = demo.account('admin')
    const api = await logIn(demo.product.url, admin)
    const { viewId } = await createJourneyCamera(api, 'Sluice')
    const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1 })
    const recorder = await startExacq({
      ...(await testCertificate()),
      cameras: [{ id: 65_536, name: 'Sluice camera' }],
      live: () => Buffer.from(frame?.jpeg ?? []),
    })
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, '/cams/settings/exacq')
    await page.getByRole('button', { name: 'Add recorder' }).click()
    await page.getByRole('textbox', { name: 'Host name or IP' }).fill('127.0.0.1')
    await page.getByRole('textbox', { name: 'Port' }).fill(String(recorder.port))
    await page.getByRole('textbox', { name: 'User name' }).fill(EXACQ.user)
    await page.getByRole('textbox', { name: 'Password' }).fill(EXACQ.password)
    await page.keyboard.press('Enter')
    await page.getByText('Warehouse is at this address, with 1 camera.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Save recorder' }).click()

    await page.getByRole('button', { name: 'Choose Sluice camera' }).click()
    await page.getByRole('option', { name: /Sluice camera$/ }).click()
    const cameras = page.getByRole('region', { name: 'Cameras' })
    await cameras.getByRole('button', { name: 'Save' }).click()
    await cameras.getByText('not saved').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Test Warehouse' }).click()
    await page.getByText('It answers, and has 1 camera.').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await mailPictures({ api, product: demo.product }, viewId, [])
    const [alarm] = await decidedAlarms(api, viewId, 1)
    expect(alarm).toMatchObject({ frameCount: 3 })
    await recorder.close()
    await page.getByRole('button', { name: 'Test Warehouse' }).click()
    await page.getByText(/^It could not be used when it was called last:/).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto(`/cams/alarms/${alarm?.id}?camera=${viewId}`)
    await page.getByRole('img', { name: /of 3 from Sluice camera$/ }).waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
