import { expect, it, onTestFinished } from 'vitest'
import { acknowledgement, answerFrame, startStation, type StationAnswer } from '../testing/dc09-station.ts'
import type { ReadMessage } from '../testing/dc09-reader.ts'
import { openDeps } from '../testing/open-deps.ts'
import { NOW, sampleAlarm } from '../testing/sample-alarm.ts'
import { contentOf } from './content.ts'
import { converse } from './converse.ts'
import { parseSiaDc09Config } from './sia-dc09-config.ts'

/** @param answerMs short only where no answer is expected */
async function exchange(answer: (index: number, message: ReadMessage) => StationAnswer, answerMs = 8_000) {
  const station = await startStation({ answer })
  onTestFinished(() => station.close())
  const settings = { host: 'station.example', port: station.port, account: '1234', encryption: 'none' }
  const parsed = parseSiaDc09Config(settings)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  const { data, extended } = contentOf(sampleAlarm(), parsed.config)
  const frame = { id: parsed.config.format, sequence: 7, data, extended }
  const conversation = {
    frame,
    account: '1234',
    config: parsed.config,
    deps: await openDeps(),
    now: NOW,
    answerMs,
  }
  return { station, result: await converse(conversation, {}) }
}

const bytes = (...frames: Buffer[]): StationAnswer => ({ bytes: Buffer.concat(frames) })

it('an acknowledgement that comes twice is one', async () => {
  const { station, result } = await exchange((_index, message) =>
    bytes(acknowledgement(message), acknowledgement(message)),
  )
  expect(result).toMatchObject({ ok: true })
  expect(station.messages).toHaveLength(1)
})

it('the acknowledgement of another number is passed over, and the own one behind it is taken', async () => {
  const other = (message: ReadMessage) => acknowledgement({ ...message, sequence: '0008' })
  const alone = await exchange((_index, message) => bytes(other(message)), 300)
  expect(alone.result).toMatchObject({ ok: false, code: 'timeout' })
  const both = await exchange((_index, message) => bytes(other(message), acknowledgement(message)))
  expect(both.result).toMatchObject({ ok: true })
})

it('a refusal that comes twice sets the time once', async () => {
  const nak = answerFrame('"NAK"0000R0L0A0[]_13:00:05,03-01-2026')
  const { station, result } = await exchange((index, message) =>
    index === 0 ? bytes(nak, nak) : bytes(acknowledgement(message)),
  )
  expect(result).toMatchObject({ ok: true, session: { clockAheadMs: 3_600_000 } })
  expect(station.messages).toHaveLength(2)
})
