import { describe, expect, it } from 'vitest'
import type { ParsedSignal } from '../signal.ts'
import {
  dahuaMail,
  dahuaText,
  gb,
  hikvisionMail,
  hikvisionRecorderMail,
  hikvisionText,
  jpeg,
  plainMail,
  raw,
} from '../testing/mails.ts'
import { parseMail } from './parse-mail.ts'

const read = (mail: Buffer, receivedAt = new Date('2021-12-27T16:42:30Z')): Promise<ParsedSignal> =>
  parseMail(mail, { receivedAt })

describe('a Hikvision camera', () => {
  it('sends event, channel, names, serial number and the time of its clock', async () => {
    const signal = await read(hikvisionMail())
    expect(signal).toMatchObject({
      kind: 'alarm',
      vendor: 'hikvision',
      event: 'Intrusion Detection',
      eventType: 'field',
      channel: '1',
      channelName: 'Camera1',
      deviceName: 'Gate',
      deviceSerial: 'DS-2CD2032-I20150101AAWR000000001',
      deviceTime: '2015-05-22T14:52:18',
      problems: [],
    })
    expect(signal.media.map((part) => Buffer.from(part.bytes))).toEqual([jpeg(1), jpeg(2), jpeg(3)])
  })

  it('may use gb2312', async () => {
    const text = hikvisionText().replace('Intrusion Detection', '区域入侵').replace('IPC NAME: Gate', 'IPC NAME: 东门')
    const signal = await read(hikvisionMail(gb(text)))
    expect(signal).toMatchObject({ event: '区域入侵', eventType: 'field', deviceName: '东门', problems: [] })
  })

  it('may declare UTF-8 as gb2312', async () => {
    const signal = await read(hikvisionMail(hikvisionText().replace('IPC NAME: Gate', 'IPC NAME: 东门')))
    expect(signal.deviceName).toBe('东门')
  })

  it('is parsed by its subject when the body is empty', async () => {
    const signal = await read(hikvisionMail('Hello'))
    expect(signal).toMatchObject({ event: 'Intrusion Detection', channelName: 'Camera1', deviceName: 'Gate' })
  })

  it('may be a recorder whose channels have letters', async () => {
    expect(await read(hikvisionRecorderMail())).toMatchObject({
      vendor: 'hikvision',
      event: 'Motion Detected',
      eventType: 'motion',
      channel: 'A2',
      channelName: 'CAM 2',
      deviceName: 'Embedded Net DVR',
      deviceSerial: 'DS-7204HGHI-F10420170101AAWR000000002WCVU',
      deviceTime: '2021-12-27T17:42:19',
    })
  })
})

describe('a Dahua camera', () => {
  it('sends its fields in a base64 body, with the date in the order that its key names', async () => {
    expect(await read(dahuaMail(dahuaText('Motion Detection')))).toMatchObject({
      kind: 'alarm',
      vendor: 'dahua',
      event: 'Motion Detection',
      eventType: 'motion',
      channel: '2',
      channelName: 'Yard',
      deviceName: 'IPC06',
      deviceTime: '2021-04-03T10:27:46',
      problems: [],
    })
  })

  it.each([
    ['Motion Detection Start', 'alarm', 'motion'],
    ['Motion Detection Stop', 'stop', 'motion'],
    ['Motion Detection end', 'stop', 'motion'],
    ['Intrusion', 'alarm', 'field'],
    ['Tripwire', 'alarm', 'line'],
    ['Smart Motion Human', 'alarm', 'person'],
    ['Smart Motion Vehicle', 'alarm', 'vehicle'],
    ['Face Detection', 'alarm', 'person'],
    ['Video Blind', 'alarm', 'tamper'],
    ['Video Loss', 'alarm', 'videoloss'],
    ['Local Alarm', 'alarm', 'io'],
  ])('sends the event %s, which makes a signal of kind %s and type %s', async (event, kind, eventType) => {
    expect(await read(dahuaMail(dahuaText(event)))).toMatchObject({ event, kind, eventType })
  })

  it.each([
    [
      'a blank before the order of the date',
      'Alarm Start Time (D/M/Y H:M:S): 03/04/2021 10:27:46',
      '2021-04-03T10:27:46',
    ],
    ['the month first', 'Alarm Start Time(M/D/Y H:M:S): 03/04/2021 10:27:46', '2021-03-04T10:27:46'],
    ['the year first', 'Alarm Start Time(Y/M/D H:M:S): 2021/04/03 10:27:46', '2021-04-03T10:27:46'],
  ])('may use %s', async (_, line, expected) => {
    const lines = dahuaText('Motion Detection').map((text) => (text.startsWith('Alarm Start') ? line : text))
    expect((await read(dahuaMail(lines))).deviceTime).toBe(expected)
  })

  it('may use "Alarm Type" and a word as its channel', async () => {
    const signal = await read(dahuaMail(['Alarm Type: Motion Detection Alarm', 'Alarm Input Channel: IPC']))
    expect(signal).toMatchObject({
      event: 'Motion Detection Alarm',
      channel: null,
      channelName: 'IPC',
      vendor: 'dahua',
    })
  })

  it('ends an event with a mail that has only an end time', async () => {
    const lines = ['Alarm Event: Motion Detection', 'Alarm Stop Time(D/M/Y H:M:S): 03/04/2021 10:28:46']
    expect(await read(dahuaMail(lines, 0))).toMatchObject({ kind: 'stop', deviceTime: '2021-04-03T10:28:46' })
  })
})

describe('other devices', () => {
  it('an Axis camera is recognised by its name, its serial number and the phrase of its subject', async () => {
    const signal = await read(plainMail('Motion detected on Loading Bay', 'AXIS P3245-V - ACCC8E012345\nProfile 1'))
    expect(signal).toMatchObject({
      vendor: 'axis',
      event: 'Motion detected',
      eventType: 'motion',
      channelName: 'Loading Bay',
      deviceSerial: 'ACCC8E012345',
    })
  })

  it('a Reolink camera is recognised by its phrase', async () => {
    const signal = await read(plainMail('Person detected from Front Door at 2021/12/27 17:42:19', 'Reolink Cloud'))
    expect(signal).toMatchObject({
      vendor: 'reolink',
      eventType: 'person',
      channelName: 'Front Door',
      deviceTime: '2021-12-27T17:42:19',
    })
  })

  it('a maker that uses the keys of another maker is recognised by its own name', async () => {
    const text = 'Alarm Camera Name: Porch\nAlarm Event: Vehicle Detected\nAlarm Input Channel No.: 3\nReolink'
    expect(await read(plainMail('Alarm', text))).toMatchObject({
      vendor: 'reolink',
      channel: '3',
      channelName: 'Porch',
      eventType: 'vehicle',
    })
  })

  it('an XML body contains event, input, place and time', async () => {
    const xml =
      '<Alarm><VersionInfo>1</VersionInfo><Input1>21</Input1><EventType>ObjectEntered</EventType>' +
      '<ExtraText>Person in yard</ExtraText><DateTime>2019-07-10T14:58:26Z</DateTime><Location>Gate &amp; yard</Location></Alarm>'
    expect(await read(plainMail('VCA', xml))).toMatchObject({
      vendor: 'immix',
      event: 'ObjectEntered',
      eventType: 'field',
      channel: '21',
      channelName: 'Gate & yard',
      deviceTime: '2019-07-10T14:58:26Z',
    })
  })

  it('a timestamp in a subject is a time', async () => {
    expect((await read(plainMail('CameraNotification:20061231173020500', ''))).deviceTime).toBe(
      '2006-12-31T17:30:20.500',
    )
  })

  it('an HTML body is parsed as its text', async () => {
    const html =
      '<html><head><style>b{x:1}</style></head><body><table><tr><td>Event:</td><td>Line crossing</td></tr></table></body></html>'
    const mail = raw('Subject: x', 'Content-Type: text/html; charset=utf-8', '', html)
    expect(await read(mail)).toMatchObject({ event: 'Line crossing', eventType: 'line', text: 'Event: Line crossing' })
  })

  it('a mail without pictures is still an alarm', async () => {
    const signal = await read(plainMail('Motion in yard', 'Something moved', []))
    expect(signal).toMatchObject({ kind: 'alarm', eventType: 'motion', problems: [{ code: 'no-media' }] })
  })
})

describe('the end of an event', () => {
  it.each([
    ['Event: Motion detection ended', 'stop'],
    ['Event: Line crossing stop', 'stop'],
    ['Event type: Stop', 'stop'],
    ['Rule: North End', 'alarm'],
    ['Trigger: Lights off', 'alarm'],
    ['Alarm: Motion at West End', 'alarm'],
    ['Event: Bus stop', 'alarm'],
  ])('is recognised only if the words are clear: "%s" is a signal of kind %s', async (text, kind) => {
    expect((await read(plainMail('Camera 4', text))).kind).toBe(kind)
  })
})
