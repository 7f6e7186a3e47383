// A worker process that applies schedules to cameras until a test kills it.
import { systemClock, systemTicker } from '../../platform/clock.ts'
import { createDb, createPool } from '../../platform/db/pool.ts'
import { createLogger } from '../../platform/log.ts'
import { startJobWorker } from '../background-jobs/index.ts'
import { followSchedule } from './schedule-job.ts'

const pool = createPool(process.argv[2] ?? '', { name: 'killed worker', maxConnections: 5, onError: () => undefined })
const log = createLogger({ level: 'silent' })
startJobWorker({ db: createDb(pool), clock: systemClock, ticker: systemTicker, log }, [followSchedule])
process.send?.('working')
