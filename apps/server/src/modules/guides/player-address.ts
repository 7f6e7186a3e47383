/** Why an address cannot be embedded, as the end of a sentence that begins with "the address"; undefined if it can. */
export function playerAddressIssue(address: string, hosts: readonly string[]): string | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return 'must begin with https://'
  if (url.username !== '' || url.password !== '' || url.port !== '') return 'may name no user, password or port'
  if (!hosts.includes(url.hostname))
    return `is of ${url.hostname}, which pages may not embed: add it to WINNOW_GUIDE_HOSTS, and start the program anew`
  return undefined
}
