/**
 * The program cannot start (or a command cannot run) for a reason that whoever runs it can mend.
 * The message is one line for that person; it is printed without a stack and the program ends with a non-zero code.
 */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
  }
}
