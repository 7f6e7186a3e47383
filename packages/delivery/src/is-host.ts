const HOST = /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,251}[A-Za-z0-9_.])?|\[?[0-9A-Fa-f:.]{2,45}\]?)$/

/** Whether a text can be a host: a name or an address, without scheme, port, blanks or a user. */
export const isHost = (text: string): boolean => HOST.test(text)
