import { FAULTS, STATION_OF_EACH_CONNECTION, type Fault } from '@winnow/delivery/testing/faults'
import { createRandom, seedOfRun } from '@winnow/testkit'
import { afterAll, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { startFaultLab } from './fault-lab.fixture.ts'

const lab = await startFaultLab([...STATION_OF_EACH_CONNECTION])
afterAll(() => lab.close())

/** Three seconds of 20 alarms a second. */
const ALARMS = 60
const BETWEEN_MS = 50
/** The share of alarms that are corrected. */
const CORRECTED = 0.2
/** The alarms before each fault and during it. */
const BEFORE = 4
const DURING = ALARMS / FAULTS.length - BEFORE

const seed = seedOfRun()
const random = createRandom(`${seed} faults of receivers`)

/** The faults in an order of its own. */
const drawn = (): Fault[] => {
  const lots = FAULTS.map((fault) => ({ fault, lot: random.next() }))
  return lots.toSorted((a, b) => a.lot - b.lot).map(({ fault }) => fault)
}

/** An alarm. Some are corrected while their first message may still be on its way. */
async function raise(): Promise<void> {
  const id = await lab.site.decided(random.chance(0.7) ? 'true' : 'deadline')
  if (random.chance(CORRECTED)) await lab.site.decide(id, random.pick(['false', 'true']))
  lab.clock.advance(BETWEEN_MS)
}

/** Waits until the fault has met a try, as far as one can tell. */
async function untilMet(station: (typeof lab.stations)[number], fault: Fault, failedBefore: number): Promise<void> {
  if (fault === 'restarted') return
  await until(`${station.name} to meet ${fault}`, async () =>
    fault === 'killed' ? (await lab.failures(station.id)) > failedBefore : station.door.met() > 0,
  )
}

it(
  'receivers that are killed, hang, are slow, close their side or are restarted under 20 alarms a second lose nothing, keep the order, and know repeats by their id',
  { timeout: 600_000 },
  async () => {
    process.stdout.write(`Drawn by WINNOW_TEST_SEED=${seed}\n`)
    const orders = lab.stations.map((station) => ({ station, faults: drawn() }))
    const pulls = drawn()
    for (let window = 0; window < FAULTS.length; window++) {
      for (let n = 0; n < BEFORE; n++) await raise()
      lab.wake()
      await lab.pulling.ask()
      const begun = []
      for (const { station, faults } of orders) {
        const fault = faults[window] ?? 'killed'
        const failedBefore = await lab.failures(station.id)
        await station.door.begin(fault)
        begun.push({ station, fault, failedBefore })
      }
      lab.pulling.begin(pulls[window] ?? 'killed')
      for (let n = 0; n < DURING; n++) {
        await raise()
        if (n % 4 !== 0) continue
        lab.wake()
        await lab.pulling.ask()
      }
      for (const { station, fault, failedBefore } of begun) await untilMet(station, fault, failedBefore)
      await Promise.all(lab.stations.map(({ door }) => door.end()))
      lab.pulling.end()
      await lab.drain()
    }
    while ((await lab.pulling.ask()) > 0);
    for (const station of lab.stations) {
      const { problems, repeats } = await lab.judge(station)
      expect({ name: station.name, problems }).toEqual({ name: station.name, problems: [] })
      // Each that closes its side has got at least one message whose acknowledgement it did not give.
      if (station.answers) expect(repeats, station.name).toBeGreaterThan(0)
    }
    const pulled = await lab.judge(lab.pulling)
    expect(pulled.problems).toEqual([])
    expect(pulled.repeats).toBeGreaterThan(0)
  },
)
