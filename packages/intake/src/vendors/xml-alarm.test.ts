import { immixXml } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { parseMail } from '../mail/parse-mail.ts'
import { cpuMs } from '../testing/cpu-ms.ts'
import { attachedMail, jpeg, mp4, plainMail, raw } from '../testing/mails.ts'
import { mutate, random } from '../testing/mutate.ts'

const receivedAt = new Date('2026-05-06T07:08:30Z')
const read = (mail: Buffer) => parseMail(mail, { receivedAt })
const html = (body: string) => raw('Subject: Alarm', 'Content-Type: text/html', '', body)

it('reads what analytics write for Immix: input, event and time, with the clip', async () => {
  const signal = await read(attachedMail('alarm.mp4', 'video/mp4', mp4(1), immixXml({ input: 21 })))
  expect(signal).toMatchObject({
    kind: 'alarm',
    vendor: 'immix',
    channel: '21',
    event: 'ObjectDetected',
    eventType: 'motion',
    deviceTime: '2026-05-06T07:08:09Z',
    media: [{ detectedType: 'video/mp4' }],
  })
})

it.each([
  ['TestAlarm', { kind: 'test' }],
  ['TamperAlarm', { kind: 'alarm', eventType: 'tamper' }],
  ['VideoLoss', { kind: 'alarm', eventType: 'videoloss' }],
  ['PersonDetected', { kind: 'alarm', eventType: 'person' }],
  ['IntruderDetected', { kind: 'alarm', eventType: 'field' }],
])('reads the event type %s', async (eventType, expected) => {
  expect(await read(plainMail('Alarm', immixXml({ input: 1, eventType })))).toMatchObject(expected)
})

it('reads elements with attributes, and XML that is the text of an HTML mail', async () => {
  const attributed = immixXml({ input: 4 })
    .replace('<Alarm>', '<Alarm xmlns="urn:x">')
    .replace('<Input1>', '<Input1 nil="false">')
  expect(await read(plainMail('Alarm', attributed))).toMatchObject({ vendor: 'immix', channel: '4' })
  const shown = immixXml({ input: 5 }).replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  expect(await read(html(`<p>${shown}</p>`))).toMatchObject({ vendor: 'immix', channel: '5', event: 'ObjectDetected' })
})

it('puts nothing in for entities that a mail defines', async () => {
  const body = `<!DOCTYPE a [<!ENTITY b "7">]>${immixXml({ input: 1 }).replace('>1</Input1>', '>&b;</Input1>')}`
  expect((await read(plainMail('Alarm', body))).channel).toBe('&b;')
})

it('reads 3,000 mutated alarms in 2 s, each as a message that was read', async () => {
  const seed = plainMail('Alarm', immixXml({ input: 21 }), [jpeg(1, 400)])
  const tokens = ['<Alarm ', '<Input1>', '</', '>', '&lt;', '<!ENTITY x "y">', '\0', '<'.repeat(300), ' '.repeat(300)]
  const next = random(19)
  let immix = 0
  const ms = await cpuMs(async () => {
    for (let n = 0; n < 3_000; n++) {
      // oxlint-disable-next-line no-await-in-loop -- the time of one after the other is measured
      const signal = await read(mutate(seed, next, tokens))
      expect(signal.problems.filter(({ detail }) => detail?.startsWith('reader failed'))).toEqual([])
      expect(signal.channel?.length ?? 0).toBeLessThanOrEqual(40)
      if (signal.vendor === 'immix') immix += 1
    }
  })
  expect(ms).toBeLessThan(2_000)
  expect(immix).toBeGreaterThan(1_000)
})
