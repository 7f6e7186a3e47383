import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import { createIngestLimits, type IngestLimits } from './ingest-limits.ts'

const now = new Date()
let limits: IngestLimits | undefined
afterEach(() => limits?.stop())

async function start(countElsewhere?: (camera: string) => Promise<boolean | undefined>): Promise<IngestLimits> {
  limits = await createIngestLimits({
    places: [],
    log: createLogger({ level: 'error' }),
    minFreeDiskMb: 1,
    countElsewhere,
  })
  return limits
}
const TOO_MANY = { code: 'RATE_LIMITED' }

/** Sends a number of messages of a camera, and returns how many of them were accepted. */
async function through(of: IngestLimits, messages: number): Promise<number> {
  let taken = 0
  for (let n = 0; n < messages; n++)
    taken += await of.requireCamera('camera', now).then(
      () => 1,
      () => 0,
    )
  return taken
}

describe('the limit of messages of a camera', () => {
  it('is counted here if no other process is responsible, or if that process does not answer', async () => {
    expect(await through(await start(), 130)).toBe(120)
    limits?.stop()
    expect(await through(await start(async () => undefined), 130)).toBe(120)
  })

  it('is counted only by the process that receives alarms', async () => {
    let allowed = 200
    const of = await start(async (camera) => camera === 'camera' && allowed-- > 0)
    expect(await through(of, 210)).toBe(200)
    await expect(of.requireCamera('camera', now)).rejects.toMatchObject(TOO_MANY)
    expect(of.byCamera.isSpent('camera', now)).toBe(false)
  })
})
