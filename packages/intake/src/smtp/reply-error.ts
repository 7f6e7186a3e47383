/** An SMTP reply that reports a failure. */
export class ReplyError extends Error {
  override name = 'ReplyError'
  readonly responseCode: number

  constructor(code: number, message: string) {
    super(message)
    this.responseCode = code
  }
}

/**
 * Calls a callback of the server with the value that `run` returns or the `ReplyError` that it throws. Any other error becomes 451, so that
 * the device keeps the mail.
 */
export async function answer<T>(
  run: () => Promise<T>,
  callback: (error: Error | null, value?: T) => void,
  onBug: (error: unknown) => void,
): Promise<void> {
  const [error, value] = await settle(run, onBug)
  callback(error, value)
}

async function settle<T>(run: () => Promise<T>, onBug: (error: unknown) => void): Promise<[Error | null, T?]> {
  try {
    return [null, await run()]
  } catch (error) {
    if (error instanceof ReplyError) return [error]
    onBug(error)
    return [new ReplyError(451, 'Temporary failure, try again later')]
  }
}
