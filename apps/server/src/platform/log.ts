import { type ChildLoggerOptions, type DestinationStream, type Logger as PinoLogger, pino } from 'pino'
import { cleanFields } from './log-fields.ts'
import { formatForTerminal } from './log-terminal.ts'
import { maskSecrets } from './secret-values.ts'

/** A structured logger: `log.info({ alarmId }, 'alarm decided')`. Children carry fields along: `log.child({ module: 'smtp' })`. */
export type Logger = PinoLogger

/** How much is said. `silent` is for tests. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

/**
 * The program's logger: one JSON object per line, or short readable lines when a person is looking.
 *
 * Secrets are kept out three times: fields with telling names are replaced (`log-fields.ts`), known secret values are masked
 * wherever they appear, and so is what has the shape of a credential (`secret-values.ts`).
 *
 * Log at `error` only what someone must act on, with the error under `err`.
 *
 * @param options.terminal readable lines instead of JSON; the caller knows whether the output is a terminal.
 * @param options.write where finished lines go (with their newline); the default is standard output.
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
      // pino's own serializers run before the formatter and would copy every own field of an error.
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

/**
 * pino passes the fields of children through no formatter, so `child` is replaced; children inherit the replacement from the
 * logger they are made of.
 */
function cleanChildFields(log: Logger): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is applied to the logger it is called on, below
  const makeChild = log.child
  Object.defineProperty(log, 'child', {
    value: function child(this: Logger, fields: object, options?: ChildLoggerOptions): unknown {
      return Reflect.apply(makeChild, this, [cleanFields(fields), options])
    },
  })
}
