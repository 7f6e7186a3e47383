/** The host is the address's own: another name in the header would reach another site behind the checked address. */
export const withoutHost = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'host'))
