/** Removes the Host header, so that it is the host of the called address. Another name would reach another site at the checked address. */
export const withoutHost = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'))
