import { CAMERA_EVENTS, findReceiverKind, RECEIVERS, type CameraEvent, type ReceiverDefinition } from '@winnow/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { wordsOfAlarmMails } from './email/alarm-words.ts'
import { composeAlarmMail } from './email/compose.ts'
import { summaryOf } from './occasion.ts'
import { mqttReceiver } from './mqtt/mqtt-receiver.ts'
import { parseMqttConfig } from './mqtt/mqtt-config.ts'
import { contentOf } from './sia-dc09/content.ts'
import { parseSiaDc09Config } from './sia-dc09/sia-dc09-config.ts'
import { frameOf } from './syslog/frame.ts'
import { startMqttBroker } from './testing/mqtt-broker.ts'
import { openDeps } from './testing/open-deps.ts'
import { sampleAlarm, sampleMessage } from './testing/sample-alarm.ts'
import { webhookContent } from './webhook/body.ts'

/** What happened to a camera, as the server makes it. */
const eventOf = (type: CameraEvent) =>
  sampleAlarm({ type, verdict: 'unverified', score: null, reasons: [], detections: [], pictures: [], deviceTime: null })

describe('what happens to cameras, in the form of', () => {
  it.each([
    ['idle', 'YC001', '|1354 01 001'],
    ['idle.ended', 'YK001', '|3354 01 001'],
    ['connection.lost', 'YC001', '|1350 01 001'],
    ['connection.restored', 'YK001', '|3350 01 001'],
    ['tampering', 'TA001', '|1144 01 001'],
    ['tampering.ended', 'TR001', '|3144 01 001'],
  ] as const)('DC-09: %s', (type, sia, contactId) => {
    const settings = { host: 'station.example', port: 9999, account: '4711', encryption: 'none', extended: 'all' }
    const dataOf = (format: string) => {
      const parsed = parseSiaDc09Config({ ...settings, format })
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
      return contentOf(eventOf(type), parsed.config)
    }
    expect(dataOf('SIA-DCS').data).toContain(sia)
    expect(dataOf('ADM-CID').data).toContain(contactId)
    // The text says which of the two it is, since SIA has one code for both.
    expect(dataOf('SIA-DCS').extended).toContain(`I${summaryOf(eventOf(type), undefined)}`)
  })

  it.each(CAMERA_EVENTS)('mail, in each language: %s', async (type) => {
    const subjects = await Promise.all(
      ['en', 'de', 'es', 'fr', 'it', 'pt'].map(async (language) => {
        const mail = composeAlarmMail(
          sampleMessage({ payload: eventOf(type) }),
          'a@b.example',
          await wordsOfAlarmMails(language),
        )
        expect(mail.text).toContain('North gate')
        expect(mail.text).not.toMatch(/alarm\.|mails:|\{\{/)
        return mail.subject
      }),
    )
    expect(new Set(subjects).size).toBe(6)
  })

  it.each([
    ['idle', 132, 5],
    ['idle.ended', 133, 2],
    ['connection.lost', 132, 5],
    ['connection.restored', 133, 2],
    ['tampering', 129, 8],
    ['tampering.ended', 133, 2],
  ] as const)('syslog: %s', (type, priority, severity) => {
    const text = frameOf('m1', eventOf(type), 16).toString()
    expect(text).toMatch(new RegExp(`^\\d+ <${priority}>1 \\S+ \\S+ winnow - ${type} \\[winnow@32473 id="m1" event="`))
    expect(text).toMatch(new RegExp(`\\|${type}\\|[^|]+\\|${severity}\\|`))
    expect(text).not.toMatch(/outcome=|verdict=/)
  })

  it('webhooks: the type says it', () => {
    expect(webhookContent(eventOf('idle'))).toMatchObject({ type: 'idle', data: { view: { name: 'North gate' } } })
  })

  it('MQTT: an event, and a condition that is kept; the state of the last alarm stays', async () => {
    const broker = await startMqttBroker()
    onTestFinished(() => broker.close())
    const parsed = parseMqttConfig({
      host: 'broker.example',
      port: broker.port,
      security: 'none',
      version: '3.1.1',
      topic: 'w/{cameraName}',
      statusTopic: 'w/status',
    })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
    const deps = await openDeps()
    for (const type of ['connection.lost', 'connection.restored'] as const)
      // oxlint-disable-next-line no-await-in-loop -- in order
      expect(await mqttReceiver.send(sampleMessage({ payload: eventOf(type) }), parsed.config, deps)).toMatchObject({
        ok: true,
      })
    expect(broker.published.map(({ topic }) => topic)).toEqual([
      'w/North gate/event',
      'w/North gate/condition',
      'w/North gate/event',
      'w/North gate/condition',
    ])
    const kept = () => JSON.parse(broker.retained().get('w/North gate/condition') ?? '')
    expect(kept()).toMatchObject({ condition: 'ok' })
    // The connection is back, but the camera still says nothing.
    const payload = { ...eventOf('connection.restored'), conditions: ['idle'] as const }
    await mqttReceiver.send(sampleMessage({ payload }), parsed.config, deps)
    expect(kept()).toMatchObject({ condition: 'idle' })
  })
})

it.each(RECEIVERS)('$id offers what its messages have words for', ({ id }) => {
  const definition: ReceiverDefinition | undefined = findReceiverKind(id)
  const fields: readonly string[] = definition?.fields.map(({ name }) => name) ?? []
  for (const name of ['idle', 'connection', 'tampering', 'quietHours'])
    expect(fields.includes(name)).toBe(definition?.capabilities.events === true)
})
