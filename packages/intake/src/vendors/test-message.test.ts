import { describe, expect, it } from 'vitest'
import { parseMail } from '../mail/parse-mail.ts'
import { dahuaMail, dahuaText, jpeg, plainMail } from '../testing/mails.ts'

const read = async (mail: Buffer) => (await parseMail(mail, { receivedAt: new Date('2026-03-01T10:00:00Z') })).kind
const pictures = (count: number) => Array.from({ length: count }, (_, n) => jpeg(n))
const EVENT = '<Alarm><EventType>TestAlarm</EventType></Alarm>'

describe('tests and health checks', () => {
  it.each([
    ['Test', 'hello', 0],
    ['Embedded Net DVR: test', 'This is a test email from your DVR', 0],
    ['HIKVISION', 'This is a test e-mail.', 0],
    ['Reolink test email', 'If you receive this mail, the settings work', 0],
    ['Reolink test email', 'If you receive this mail, the settings work', 1],
    ['Amcrest health mail', '', 0],
    ['Mail Test', '', 0],
    ['Mail Test', '', 2],
    ['Test message from your NVR', '', 1],
    ['[Test-E-Mail]', 'Diese Nachricht prüft die Einstellungen.', 1],
    ['Testnachricht', '', 1],
    ['Correo de prueba', '', 1],
    ['E-mail de test', '', 1],
    ['E-mail di prova', '', 1],
    ['E-mail de teste', '', 1],
    ['x', EVENT, 0],
    ['x', EVENT, 1],
    ['Alert', 'Event Type: Test', 1],
  ])('are recognised by the subject %s, with the text %j and %i pictures', async (subject, text, count) => {
    expect(await read(plainMail(subject, text, pictures(count)))).toBe('test')
  })

  it.each([
    ['Alert from Test Alarm Ltd', ''],
    ['Alert from Test Alarm Ltd', 'Motion at the gate'],
    ['Health Check Center: person at door', ''],
    ['Alarm', 'Yard\n--\nWe never send test messages. This is a test mail footer.'],
    ['Alarm', 'This is a test alarm company. Call us.'],
    ['Test', 'hello'],
    ['HIKVISION', 'This is a test e-mail.'],
    ['Test alarm', 'Person detected at the gate'],
    ['Test alarm: Yard', ''],
    ['Test alarm in Yard', ''],
    ['E-Mail-Test Halle 4', ''],
    ['Camera 4', 'Rule: Test'],
    ['Camera 4', 'Alarm: Test'],
    ['Camera 4', 'Trigger: Test alarm'],
    ['Motion detected on Test Lane', ''],
    ['Latest alarm contest hall', 'x'],
    ['Test Site GmbH', 'This is a test\nof the alarm'],
  ])('are not recognised by the subject %s, with the text %j and a picture', async (subject, text) => {
    expect(await read(plainMail(subject, text))).toBe('alarm')
  })

  it.each([
    ['Alert from Test Alarm Ltd', ''],
    ['Alert from Test Alarm Ltd', 'Zone 3 at the gate'],
    ['Test', 'Motion detected at 10:00'],
    ['Mail Test', 'Human in zone 2'],
    ['Health Check Center: person at door', ''],
    ['Zone 4', 'Gate\n--\nWe never send test messages.'],
  ])('are not recognised by the subject %s, with the text %j and no picture', async (subject, text) => {
    expect(await read(plainMail(subject, text, []))).toBe('alarm')
  })

  it('with a lost picture are alarms like those with a picture', async () => {
    const mail = plainMail('Test', 'hello', [jpeg(1, 5000)])
    const { kind, media } = await parseMail(mail, { receivedAt: new Date(), limits: { maxPartBytes: 1000 } })
    expect({ kind, media }).toEqual({ kind: 'alarm', media: [] })
  })

  it('with the text of a real event are alarms', async () => {
    expect(await read(dahuaMail([...dahuaText('Intrusion'), 'This is a test mail'], 0))).toBe('alarm')
  })
})
