// A worker process that takes a job, notifies its parent, and never ends the job. For the test that jobs of dead processes are given back.
import { createLogger } from '../log.ts'
import { z } from 'zod'
import { defineJob } from './job.ts'
import { startJobRunner } from './job-runner.ts'
import { registerJob } from './register-job.ts'

const hold = registerJob(defineJob('test.greet', z.unknown()), () => () => {
  process.send?.('holding')
  return new Promise(() => {})
})
await startJobRunner({ url: process.argv[2] ?? '', jobs: [hold], log: createLogger({ level: 'silent' }) })
