import { type ChildLoggerOptions, type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import { cleanFields } from './log-fields.ts'
import { formatForTerminal } from './log-terminal.ts'
import { maskSecrets } from './secret-values.ts'

/**
 * A structured logger: `log.info({ alarmId }, 'alarm decided')`. Child loggers add fields to each line: `log.child({ module: 'smtp' })`.
 */
export type Logger = PinoLogger

/** The lowest level that is logged. `silent` is for tests. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/**
 * Creates the program's logger: one JSON object per line, or short readable lines for a terminal.
 *
 * Three measures keep secrets out: fields with telltale names are replaced (`log-fields.ts`), known secret values are masked everywhere,
 * and so is text in the form of a credential (`secret-values.ts`).
 *
 * Log at `error` only what somebody must act on, with the error under `err`.
 *
 * @param options.terminal readable lines instead of JSON; the caller checks whether the output is a terminal
 * @param options.write called with each finished line and its newline; default: standard output
 */
export function createLogger(options: { level: LogLevel; terminal?: boolean; write?: (line: string) => void }): Logger {
  const write = options.write ?? ((line: string) => void process.stdout.write(line))
  const destination: DestinationStream = {
    write(line) {
      const masked = maskSecrets(line)
      write(options.terminal ? formatForTerminal(masked) : masked)
    },
  }
  const log = pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // pino's own serializers run before the formatter and would copy all properties of an error.
      serializers: { err: (value: unknown) => value },
      formatters: {
        level: (label) => ({ level: label }),
        log: cleanFields,
      },
    },
    destination,
  )
  cleanChildFields(log)
  return log
}

/** Replaces `child`, because pino applies no formatter to the fields of child loggers. Child loggers inherit the replacement. */
function cleanChildFields(log: Logger): void {
  // oxlint-disable-next-line typescript/unbound-method -- below it is called with the right logger as `this`
  const makeChild = log.child
  Object.defineProperty(log, 'child', {
    value: function child(this: Logger, fields: object, options?: ChildLoggerOptions): unknown {
      return Reflect.apply(makeChild, this, [cleanFields(fields), options])
    },
  })
}
