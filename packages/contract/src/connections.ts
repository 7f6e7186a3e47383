/** Why a connection to a device or system does not work. */
export const CONNECTION_PROBLEMS = [
  'refused', // the address may not be called
  'unreachable', // nobody answers there in time
  'certificate', // the encrypted connection cannot be trusted
  'login', // the other side asks for another user or password
  'answer', // somebody answers, but not as such a device does
  'closed', // the other side has ended the connection
  'quiet', // the connection is open, but nothing came for too long
  'busy', // an event could not be stored here
  'failed', // an error of this program
] as const
export type ConnectionProblem = (typeof CONNECTION_PROBLEMS)[number]
