import { z } from 'zod'

const ports = z.object({ smtp: z.number(), ingest: z.number() })
export type IntakePorts = z.output<typeof ports>

/**
 * The data that the intake process needs to start. Passwords are sent in this message, because other users of the machine can read
 * arguments and environment variables.
 */
const beginning = z.object({
  database: z.object({ runtimeUrl: z.string(), ownerUrl: z.string() }),
  /** The mark in the media store that shows that the store belongs to this database. */
  mark: z.string(),
  /** The ports to listen on: those of the settings, or those of the previous process. 0 selects any free port. */
  ports,
})
export type Beginning = z.output<typeof beginning>

/** The requests of the main process to the intake process, with the types of request and reply. */
export const WORDS = {
  /** Start to accept alarms. The reply is sent when both listeners are ready. */
  begin: { asks: beginning, answers: ports },
  /** Checks that the event loop of the process runs. */
  alive: { asks: z.undefined(), answers: z.undefined() },
  /** Returns the reasons why the process cannot accept alarms, and its other problems. */
  readiness: {
    asks: z.undefined(),
    answers: z.object({ notReady: z.array(z.string()), degraded: z.array(z.string()) }),
  },
  /** Counts a message of this camera. The reply says whether the camera may send it. */
  countMessage: { asks: z.string(), answers: z.boolean() },
  /** Returns the metrics in the Prometheus text format. */
  metrics: { asks: z.undefined(), answers: z.string() },
  /** Ends the process in an orderly way. The reply is sent when everything has ended. */
  stop: { asks: z.undefined(), answers: z.undefined() },
} as const
export type Word = keyof typeof WORDS
export type Asks<W extends Word> = z.output<(typeof WORDS)[W]['asks']>
export type Answers<W extends Word> = z.output<(typeof WORDS)[W]['answers']>

/** A request, sent to the child. */
export const questionMessage = z.object({
  question: z.number(),
  word: z.enum(['begin', 'alive', 'readiness', 'countMessage', 'metrics', 'stop']),
  value: z.unknown().optional(),
})

/** The reply of the child. */
export const answerMessage = z.object({
  answer: z.number(),
  value: z.unknown().optional(),
  /** `isForStarter`: the message is shown unchanged to the user who starts the program. */
  failure: z.object({ message: z.string(), isForStarter: z.boolean() }).optional(),
})
