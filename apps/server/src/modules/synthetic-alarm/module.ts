import type { Guard } from '@winnow/delivery'
import type { Platform } from '../../platform/create-platform.ts'
import type { Module, Running } from '../../platform/modules/module.ts'
import { isSinkToken, noteArrival } from './note-arrival.ts'
import { readMissing } from './run-state.ts'
import type { Route } from './send-synthetic.ts'
import { createSink, type Sink } from './sink.ts'
import { watchSynthetic, type Watch } from './watch-synthetic.ts'

type Needs = Pick<Platform, 'env' | 'db' | 'clock' | 'metrics'>

interface Services {
  /** Whether the synthetic alarm is missing. */
  alarmMissing: () => Promise<boolean>
  /** Lets the address of the synthetic alarm's receiver lead to it. */
  throughSink: (guard: Guard) => Guard
  /** The parts that the module's work needs. */
  synthetic: { sink: Sink; watch: Watch | undefined; took: (seconds: number) => void }
}

type Uses = Services &
  Pick<
    Platform,
    'env' | 'db' | 'clock' | 'ticker' | 'keys' | 'log' | 'mailer' | 'productName' | 'publicUrl' | 'mailDomain' | 'ports'
  >

const everyMsOf = ({ syntheticAlarm: { minutes } }: Platform['env']): number => minutes * 60_000

/** The listener for cameras' mails of this machine, if this process has to do with it. */
function routeOf({ env, ports, mailDomain }: Uses): Route | undefined {
  if (!env.roles.includes('intake') || ports.smtp === 0) return undefined
  const { host } = env.smtp
  return {
    smtp: { host: host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host, port: ports.smtp },
    mailDomain,
  }
}

export const syntheticAlarmModule: Module<Uses, Needs, Services> = {
  name: 'synthetic-alarm',
  tables: { synthetic_alarm: { rows: 'kept' } },
  make({ env, db, clock, metrics }) {
    const sink = createSink()
    const everyMs = everyMsOf(env)
    const took =
      everyMs === 0
        ? undefined
        : metrics.gauge({
            name: 'synthetic_alarm_took_seconds',
            help: 'How long the last synthetic alarm took from its mail to its receiver. Only in the process that sent it on',
          })
    const synthetic: Services['synthetic'] = { sink, watch: undefined, took: (seconds) => took?.set(seconds) }
    return {
      services: {
        synthetic,
        throughSink: (guard) => sink.through(guard),
        async alarmMissing() {
          if (everyMs === 0 || !synthetic.watch) return false
          const { since } = await readMissing(db, { since: synthetic.watch.since, everyMs }, clock.now())
          return since !== undefined
        },
      },
    }
  },
  // The dispatcher of a worker sends to the receiver in its own process.
  work({ env, db, clock, log, synthetic: { sink, took } }): Running[] {
    if (everyMsOf(env) === 0) return []
    const opened = sink
      .open(
        async (arrival) => {
          const now = clock.now()
          const sentAt = await noteArrival(db, arrival, now)
          if (sentAt) took((now.getTime() - sentAt.getTime()) / 1000)
        },
        (token) => isSinkToken(db, token),
      )
      .catch((err: unknown) => log.error({ err }, 'the receiver of synthetic alarms could not be opened'))
    return [
      {
        name: 'synthetic receiver',
        async stop() {
          await opened
          await sink.close()
        },
      },
    ]
  },
  // In every process: what does not work may be the process that would tell of it.
  workEverywhere(deps): Running[] {
    const everyMs = everyMsOf(deps.env)
    if (everyMs === 0) return []
    const watch: Watch = { since: deps.clock.now(), isSaid: false }
    deps.synthetic.watch = watch
    const { operatorMail } = deps.env.syntheticAlarm
    const watching = watchSynthetic({ ...deps, everyMs, operatorMail, route: () => routeOf(deps) }, watch)
    return [{ name: 'synthetic alarm', stop: () => watching.stop() }]
  },
}
