import { z } from 'zod'

const ports = z.object({
  smtp: z.number(),
  ftp: z.number(),
  ftpTls: z.number(),
  dc09: z.number(),
  frontel: z.number(),
  ingest: z.number(),
})
export type IntakePorts = z.output<typeof ports>

/**
 * The data that the intake process needs to start. Passwords are sent in this message, because other users of the machine can read
 * arguments and environment variables.
 */
const start = z.object({
  database: z.object({ runtimeUrl: z.string(), ownerUrl: z.string() }),
  /** The mark in the media store that shows that the store belongs to this database. */
  mark: z.string(),
  /** The ports to listen on: the ports of the settings, or the ports of the previous process. 0 selects any free port. */
  ports,
  /** The port of the demo's stream, which this process may call; absent without the demo. */
  demoStreamPort: z.number().optional(),
})
export type IntakeStart = z.output<typeof start>

/** The requests of the main process to the intake process, with the types of request and reply. */
export const INTAKE_REQUESTS = {
  /** Starts to accept alarms. The reply is sent when both listeners are ready. */
  begin: { request: start, reply: ports },
  /** Checks that the event loop of the process runs. */
  alive: { request: z.undefined(), reply: z.undefined() },
  /** Returns the reasons why the process cannot accept alarms, and its other problems. */
  readiness: {
    request: z.undefined(),
    reply: z.object({ notReady: z.array(z.string()), degraded: z.array(z.string()) }),
  },
  /** Counts a message of this camera. The reply says whether the camera may send it. */
  countMessage: { request: z.string(), reply: z.boolean() },
  /** Returns the metrics in the Prometheus text format. */
  metrics: { request: z.undefined(), reply: z.string() },
  /** Stops the work of the process in an orderly way. The reply is sent when all parts have stopped. */
  stop: { request: z.undefined(), reply: z.undefined() },
} as const
export type RequestName = keyof typeof INTAKE_REQUESTS
export type RequestValue<N extends RequestName> = z.output<(typeof INTAKE_REQUESTS)[N]['request']>
export type ReplyValue<N extends RequestName> = z.output<(typeof INTAKE_REQUESTS)[N]['reply']>

/** A request, sent to the child. */
export const requestMessage = z.object({
  id: z.number(),
  name: z.enum(['begin', 'alive', 'readiness', 'countMessage', 'metrics', 'stop']),
  value: z.unknown().optional(),
})

/** The reply of the child. */
export const replyMessage = z.object({
  id: z.number(),
  value: z.unknown().optional(),
  /** `isForStarter`: the message is shown unchanged to the user who starts the program. */
  failure: z.object({ message: z.string(), isForStarter: z.boolean() }).optional(),
})
