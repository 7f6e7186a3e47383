import { hikvisionXml, type HikvisionReport } from '@winnow/testkit'
import { expect, it } from 'vitest'
import { jpeg } from '../testing/mails.ts'
import { composeMessage, createMessageGrouper } from './group-messages.ts'
import { parseHikvision } from './parse-hikvision.ts'

const receivedAt = new Date('2026-11-26T17:40:00Z')
const report: HikvisionReport = { eventType: 'VMD', dateTime: '2026-11-26T18:32:07+01:00' }
const xml = (change: Partial<HikvisionReport> = {}) => ({
  type: 'application/xml',
  body: Buffer.from(hikvisionXml({ ...report, ...change })),
})
const image = (seed: number) => ({ type: 'image/jpeg', body: Buffer.from(jpeg(seed)) })
const group = () => createMessageGrouper(() => receivedAt)

it('a message without pictures is given out at once, one with announced pictures when they are there', () => {
  const take = group()
  expect(take([xml()])).toMatchObject([{ event: { eventType: 'VMD' }, pictures: [] }])
  const pictures = [jpeg(1), jpeg(2)]
  expect(take([xml({ pictures }), image(1)])).toEqual([])
  expect(take([image(2)])[0]?.pictures).toHaveLength(2)
})

it('a message whose announced pictures never come is given out with the next one', () => {
  const take = group()
  expect(take([xml({ pictures: [jpeg(1)] })])).toEqual([])
  expect(take([xml({ eventType: 'videoloss', eventState: 'inactive' })]).map(({ event }) => event?.eventType)).toEqual([
    'VMD',
    'videoloss',
  ])
})

it('a message whose announced pictures do not come before the end of the stream is what rests, once', () => {
  const take = group()
  take([xml({ pictures: [jpeg(1), jpeg(2)] }), image(1)])
  expect(take.rest()).toMatchObject([{ event: { eventType: 'VMD' }, pictures: [image(1).body] }])
  expect(take.rest()).toEqual([])
})

it('a message waits for no more pictures after eight megabytes, and those that follow are a further one', () => {
  const take = group()
  const large = { type: 'image/jpeg', body: Buffer.alloc(4 * 1024 * 1024) }
  const pictures = [jpeg(1), jpeg(2), jpeg(3)]
  expect(take([xml({ pictures }), large])).toEqual([])
  expect(take([large]).map((message) => message.pictures.length)).toEqual([2])
  expect(take([image(3)])).toMatchObject([{ event: { eventType: 'VMD' }, pictures: [image(3).body] }])
})

it('a picture that was not announced is a further message of the event, and one before any message is nothing', () => {
  const take = group()
  expect(take([image(1)])).toEqual([])
  take([xml()])
  expect(take([image(1)])).toMatchObject([{ event: { eventType: 'VMD' }, pictures: [{}] }])
})

it('what is stored of a message is read like a pushed one, with the reason why a picture is missing', () => {
  const [message] = group()([xml({ target: 'human' })])
  if (!message) throw new Error('no message')
  const read = (pictures: Buffer[], notFetched?: string) => {
    const { body, rawType } = composeMessage({ ...message, pictures }, notFetched)
    return parseHikvision(body, rawType, { receivedAt })
  }
  expect(read([image(1).body, image(2).body])).toMatchObject({
    kind: 'alarm',
    event: 'VMD',
    eventType: 'person',
    media: [{ detectedType: 'image/jpeg' }, { detectedType: 'image/jpeg' }],
    problems: [],
  })
  expect(read([], 'unreachable').problems).toEqual([
    { code: 'no-media' },
    { code: 'not-fetched', detail: 'unreachable' },
  ])
})
