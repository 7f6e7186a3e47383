/**
 * The program or command cannot start for a reason that the operator can fix. The message is one line for the operator. It is printed
 * without a stack trace, and the exit code is not zero.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
