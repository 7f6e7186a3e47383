import { z } from 'zod'

const ports = z.object({ smtp: z.number(), ingest: z.number() })
export type IntakePorts = z.output<typeof ports>

/** What the intake process needs to begin. Passwords travel here: arguments and environments can be read by others. */
const beginning = z.object({
  database: z.object({ runtimeUrl: z.string(), ownerUrl: z.string() }),
  /** What the media store bears as a sign that it is this database's. */
  mark: z.string(),
  /** Where to listen: as set, or where an earlier process did; 0 is any free port. */
  ports,
})
export type Beginning = z.output<typeof beginning>

/** What the main process asks of the intake process, and how it is answered. */
export const WORDS = {
  /** Start to take alarms; answered when both listeners do. */
  begin: { asks: beginning, answers: ports },
  /** What keeps you from taking alarms, and what is wrong besides? */
  readiness: {
    asks: z.undefined(),
    answers: z.object({ notReady: z.array(z.string()), degraded: z.array(z.string()) }),
  },
  /** Your figures, in Prometheus' text form. */
  metrics: { asks: z.undefined(), answers: z.string() },
  /** End in order. Answered when everything has ended. */
  stop: { asks: z.undefined(), answers: z.undefined() },
} as const
export type Word = keyof typeof WORDS
export type Asks<W extends Word> = z.output<(typeof WORDS)[W]['asks']>
export type Answers<W extends Word> = z.output<(typeof WORDS)[W]['answers']>

/** A question on its way to the child. */
export const questionMessage = z.object({
  question: z.number(),
  word: z.enum(['begin', 'readiness', 'metrics', 'stop']),
  value: z.unknown().optional(),
})

/** Its answer on the way back. */
export const answerMessage = z.object({
  answer: z.number(),
  value: z.unknown().optional(),
  /** `isForStarter`: to be told to whoever starts the program as it is. */
  failure: z.object({ message: z.string(), isForStarter: z.boolean() }).optional(),
})
