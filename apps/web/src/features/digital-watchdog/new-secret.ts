const BYTES = 24

/** A secret that nobody can guess: 32 characters that need no escaping in an address. */
export const newSecret = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
