// Cameras and video systems over the whole product: each is added in the console, has its first alarm with a verdict, and is broken, and the
// console says why. The screens on the way have no accessibility faults.
import { Readable } from 'node:stream'
import { listTreeViews, setSiteSmtp } from '@winnow/contract'
import { testCertificate } from '@winnow/delivery/testing'
import {
  axisImage,
  axisNotification,
  type DevicePush,
  EXACQ,
  hikvisionPost,
  instarAlarm,
  NX_SYSTEM,
  renderScene,
  startDahuaDevice,
  startExacq,
  startHikvisionDevice,
  startNxSystem,
  startXprotect,
  univiewAlarm,
  univiewMultipart,
  XPROTECT,
} from '@winnow/testkit'
import { Client } from 'basic-ftp'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.0/8' })
})
afterAll(() => demo?.close())

/** Devices that this server calls. `move` reports an event without pictures. */
const CALLED = [
  {
    name: 'Hikvision',
    start: async (picture: () => Uint8Array) => {
      const device = await startHikvisionDevice({ picture })
      const move = () => device.send({ eventType: 'VMD', dateTime: new Date().toISOString() })
      return { port: device.port, move, close: () => device.close() }
    },
  },
  {
    name: 'Dahua',
    start: async (picture: () => Uint8Array) => {
      const device = await startDahuaDevice({ picture, sendsPictures: false })
      return { port: device.port, move: () => device.report({ code: 'VideoMotion' }), close: () => device.close() }
    },
  },
]

const hikvision = (pictures: Uint8Array[]): DevicePush => ({
  method: 'POST',
  suffix: '',
  ...hikvisionPost({
    eventType: 'VMD',
    dateTime: new Date().toISOString(),
    ...(pictures.length > 0 ? { pictures } : {}),
  }),
})

/** Devices that push: an alarm with the picture, if they send any, and what they push without one. */
const PUSHING: {
  name: string
  alarm: (picture: Uint8Array) => DevicePush
  withoutPictures: () => DevicePush
  frameCount: number
}[] = [
  {
    name: 'Hikvision',
    alarm: (picture) => hikvision([picture]),
    withoutPictures: () => hikvision([]),
    frameCount: 1,
  },
  {
    name: 'Axis',
    alarm: (picture) => axisImage(picture),
    withoutPictures: () => axisNotification('Motion'),
    frameCount: 1,
  },
  { name: 'INSTAR', alarm: () => instarAlarm(1), withoutPictures: () => instarAlarm(1), frameCount: 0 },
  {
    name: 'Uniview',
    alarm: (picture) => univiewMultipart('MotionAlarmOn', picture),
    withoutPictures: () => univiewAlarm({ type: 'MotionAlarmOn' }),
    frameCount: 1,
  },
]

describe('the ways in of cameras', () => {
  it.each(CALLED)(
    'a device of $name that is called has its first alarm and verdict, and says why it does not work any more · INTEGRATIONS-003',
    async ({ name, start }) => {
      const admin = demo.account('admin')
      const api = await logIn(demo.product.url, admin)
      const { siteId } = await createJourneyCamera(api, `${name} harbour`)
      const frames = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 3 })
      let shown = 0
      const device = await start(() => frames[shown++ % frames.length]?.jpeg ?? Buffer.alloc(0))
      const { page, problems, close } = await openPage(demo.browser, demo.product)
      await enterAs(page, admin, `/cams/clients?site=${siteId}&type=add`)
      await page.getByRole('textbox', { name: 'Name of the camera' }).fill('Quay')
      await page.keyboard.press('Enter')
      await page.getByText('Not set up').waitFor()
      expect(await faultsOf(page)).toEqual([])

      await page.getByText('By push', { exact: true }).click()
      await page.getByRole('radiogroup', { name: 'Make' }).getByText(name, { exact: true }).click()
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
      device.move()
      const { rows } = await api.call(listTreeViews, { params: { id: siteId } })
      const quay = rows.find((view) => view.name === 'Quay')?.id ?? ''
      const [alarm] = await decidedAlarms(api, quay, 1)
      expect(alarm).toMatchObject({ frameCount: 3 })
      expect(await faultsOf(page)).toEqual([])

      await device.close()
      await page.getByText(/^The device (has ended the connection|does not answer)/).waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
  )

  it.each(PUSHING)(
    'a device of $name pushes to the address that is shown, has its first alarm and verdict, and the console says why later ones are refused · INTEGRATIONS-003',
    async ({ name, alarm, withoutPictures, frameCount }) => {
      const admin = demo.account('admin')
      const api = await logIn(demo.product.url, admin)
      const { viewId } = await createJourneyCamera(api, `${name} depot`)
      const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1 })
      const { page, problems, close } = await openPage(demo.browser, demo.product)
      await enterAs(page, admin, `/cams/clients/u?cam=${viewId}&tab=connect`)
      await page.getByText('By push', { exact: true }).click()
      const address = await page.locator('dt', { hasText: name }).locator('xpath=..').locator('code').textContent()
      const send = async (push: DevicePush): Promise<number> => {
        const { method, suffix, contentType, headers, body } = push
        const types = contentType === undefined ? {} : { 'content-type': contentType }
        const sent = { method, headers: { ...headers, ...types }, ...(body ? { body: new Uint8Array(body) } : {}) }
        return (await fetch(`${address}${suffix}`, sent)).status
      }
      expect(await send(alarm(frame?.jpeg ?? Buffer.alloc(0)))).toBe(200)
      expect(await decidedAlarms(api, viewId, 1)).toMatchObject([{ frameCount }])
      await page.reload()
      await page.getByText('The device gets through.').waitFor()

      // It reports again and again, as with its sensitivity too high.
      let status = 200
      for (let more = 0; more < 130 && status === 200; more += 1) status = await send(withoutPictures())
      expect(status).toBe(429)
      await page.reload()
      await page.getByText('The device sends more messages than a camera may').waitFor()
      expect(await faultsOf(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
  )

  it('a camera uploads by FTP with the password that is made here, has its first alarm and verdict, and the console says why another login is refused · INTEGRATIONS-003', async () => {
    const admin = demo.account('admin')
    const api = await logIn(demo.product.url, admin)
    const { viewId } = await createJourneyCamera(api, 'FTP depot')
    const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1 })
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, admin, `/cams/clients/u?cam=${viewId}&tab=connect`)
    await page.getByText('By FTP', { exact: true }).click()
    await page.getByRole('button', { name: 'Make a password' }).click()
    const password = await page.getByRole('dialog').getByLabel('Password', { exact: true }).textContent()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    const user = await page.locator('dt:has-text("User name") ~ dd code').first().textContent()
    expect(await faultsOf(page)).toEqual([])

    const upload = async (secret: string): Promise<void> => {
      const client = new Client()
      try {
        await client.access({ ...demo.product.ftp, user: user ?? '', password: secret })
        await client.uploadFrom(Readable.from([frame?.jpeg ?? Buffer.alloc(0)]), '192.0.2.64_01_MOTION_DETECTION.jpg')
      } finally {
        client.close()
      }
    }
    await upload(password ?? '')
    expect(await decidedAlarms(api, viewId, 1)).toMatchObject([{ frameCount: 1 }])
    await page.reload()
    await page.getByText('The device gets through.').waitFor()

    await expect(upload('wrong')).rejects.toThrow('530')
    await page.reload()
    await page.getByText('The device logs in with a wrong password').waitFor()
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
