import { expect, it } from 'vitest'
import { parseMail } from '../mail/parse-mail.ts'
import { cpuMs } from '../testing/cpu-ms.ts'
import { attachedMail, jpeg, plainMail } from '../testing/mails.ts'
import { mutate, random } from '../testing/mutate.ts'

const receivedAt = new Date('2026-05-06T07:08:30Z')
const read = (mail: Buffer) => parseMail(mail, { receivedAt })

/** What a profile of the recorder makes of the subject and message of the set-up guide. */
const SUBJECT = 'exacqVision: North gate'
const MESSAGE = 'Event type: Motion\nCamera: North gate\nTime: 2026-05-06 07:08:09'

it('reads event, camera and time of a mail with a picture', async () => {
  expect(await read(plainMail(SUBJECT, MESSAGE, [jpeg(1)]))).toMatchObject({
    kind: 'alarm',
    vendor: 'exacq',
    event: 'Motion',
    eventType: 'motion',
    channelName: 'North gate',
    deviceTime: '2026-05-06T07:08:09',
    media: [{ detectedType: 'image/jpeg' }],
  })
})

it.each(['\0\0\0\x14ftypqt  ', '\0\0\0\x08wide\0\0', '\0\0\x10\0moov\0\0'])(
  'takes the preview for a clip when it is a MOV that begins with %j',
  async (head) => {
    const mov = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(2_000, 7)])
    const signal = await read(attachedMail('preview.mov', 'video/quicktime', mov, `exacqVision\n${MESSAGE}`))
    expect(signal).toMatchObject({ vendor: 'exacq', kind: 'alarm', media: [{ detectedType: 'video/quicktime' }] })
  },
)

it('keeps a mail without a picture as an alarm, and says that it has none', async () => {
  expect(await read(plainMail(SUBJECT, MESSAGE, []))).toMatchObject({
    kind: 'alarm',
    vendor: 'exacq',
    problems: [{ code: 'no-media' }],
  })
})

it('reads 3,000 mutated mails in 2 s, and loses no picture', async () => {
  const seed = plainMail(SUBJECT, MESSAGE, [jpeg(1, 300)])
  const tokens = ['Camera: ', 'exacq', '\n', '\0', '{source}', ':'.repeat(300), ' '.repeat(300)]
  const next = random(29)
  let exacq = 0
  const ms = await cpuMs(async () => {
    for (let n = 0; n < 3_000; n++) {
      // oxlint-disable-next-line no-await-in-loop -- the time of one after the other is measured
      const signal = await read(mutate(seed, next, tokens))
      expect(signal.problems.filter(({ detail }) => detail?.startsWith('reader failed'))).toEqual([])
      if (signal.vendor === 'exacq') exacq += 1
    }
  })
  expect(ms).toBeLessThan(2_000)
  expect(exacq).toBeGreaterThan(1_000)
})
