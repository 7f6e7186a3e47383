import { readSchedule, rememberedScheduleAt, scheduleAt, type Schedule } from '@winnow/domain'
import { Temporal } from 'temporal-polyfill'
import { figure, printTable } from '../table.ts'

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/Sao_Paulo']
const WEEK_MS = 7 * 86_400_000
const HOUR_MS = 3_600_000
const SINCE = Date.UTC(2000, 0, 1)
/** Weeks of each round. Their times differ by round, and nothing was decided in them before. */
const WEEKS = 60
const ROUNDS = 20
const CAMERAS = 100_000

let sink = 0

/** Local time of a zone by the classes of Temporal, as one would write it: what a decision cannot do without. */
function convert(at: number, zone: string): void {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  sink += local.dayOfWeek * 1_440 + local.hour * 60 + local.minute
}

/** Processor time of the thread in microseconds, and the calls that took it. The time advances in steps, so only sums of many rounds say much. */
interface Cost {
  used: number
  calls: number
}

function cost(work: () => number): Cost {
  const before = process.threadCpuUsage()
  const calls = work()
  const after = process.threadCpuUsage()
  return { used: after.user + after.system - before.user - before.system, calls }
}

const mean = (costs: readonly Cost[]): number =>
  costs.reduce((sum, { used }) => sum + used, 0) / costs.reduce((sum, { calls }) => sum + calls, 0)

function each(round: number, work: (at: number, zone: string) => void, times: number): number {
  for (let time = 0; time < times; time++)
    for (let week = 0; week < WEEKS; week++)
      for (const [index, zone] of ZONES.entries())
        work(SINCE + (round * WEEKS + week) * WEEK_MS + ((week * 37 + index * 11) % 168) * HOUR_MS, zone)
  return times * WEEKS * ZONES.length
}

/** A list of cameras: the same moment again and again, in each zone. */
function atOnce(work: (at: number, zone: string) => void): number {
  const at = SINCE + 12 * HOUR_MS
  for (let camera = 0; camera < CAMERAS; camera++) work(at, ZONES[camera % ZONES.length] ?? 'UTC')
  return CAMERAS
}

interface Case {
  name: string
  weekly: [number, number, number][]
}
const everyDay = (start: number, end: number): Case['weekly'] => [0, 1, 2, 3, 4, 5, 6].map((day) => [day, start, end])
const CASES: Case[] = [
  { name: '00:00–08:00 every day', weekly: everyDay(0, 480) },
  { name: '18:00–06:00 every day', weekly: everyDay(1_080, 360) },
  { name: 'three windows a day', weekly: [...everyDay(0, 360), ...everyDay(720, 780), ...everyDay(1_080, 1_440)] },
  { name: 'Monday to Friday, whole days', weekly: everyDay(0, 1_440).slice(1, 6) },
]

/** What a decision costs beside one conversion of bare Temporal, in weeks that were not asked for before, and when they are kept. */
export function printDecision(): void {
  const rows: (string | number)[][] = []
  // Temporal keeps what it reads of a zone. It has read everything here before anything is measured.
  for (let round = 0; round < ROUNDS * CASES.length * 2; round++) each(round, convert, 1)
  for (const [index, { name, weekly }] of CASES.entries()) {
    const schedule: Schedule | undefined = readSchedule({ weekly, special: [], days: [] })
    if (!schedule) throw new Error('the schedule cannot be read')
    const decide = (at: number, zone: string): void =>
      void (sink += scheduleAt(schedule, zone, new Date(at)).counts ? 1 : 0)
    const recall = (at: number, zone: string): void =>
      void (sink += rememberedScheduleAt(schedule, zone, new Date(at)).counts ? 1 : 0)
    const found = Array.from({ length: ROUNDS }, (_, round) => {
      const weeks = (index * ROUNDS + round) * 2
      const bare = cost(() => each(weeks, convert, 5))
      return {
        bare,
        first: cost(() => each(weeks, decide, 1)),
        kept: cost(() => each(weeks, decide, 100)),
        state: cost(() => atOnce(recall)),
      }
    })
    const of = (kind: keyof (typeof found)[number]): number => mean(found.map((round) => round[kind]))
    const bare = of('bare')
    const shares = [of('first'), of('kept'), of('state')].flatMap((spent) => [figure(spent), (spent / bare).toFixed(3)])
    rows.push([name, figure(bare), ...shares])
  }
  console.log('\nA decision beside a conversion of bare Temporal, microseconds of processor time')
  const share = 'of a conversion'
  const head = ['schedule', 'conversion', 'first of a week', share, 'zone kept', share, 'state kept', share]
  printTable(head, rows)
  if (Number.isNaN(sink)) console.log(sink)
}
