/** The log of a listener: structured, as pino writes it. */
export interface ListenerLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
