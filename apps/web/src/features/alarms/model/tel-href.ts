/** The link that calls a phone number: its digits, with an extension as RFC 3966 writes it. */
export function telHref(phone: string): string {
  const [number = '', extension = ''] = phone.toLowerCase().split(/x|ext\.?/, 2)
  const digits = number.replaceAll(/[^+0-9]/g, '')
  const inner = extension.replaceAll(/[^0-9]/g, '')
  return inner === '' ? `tel:${digits}` : `tel:${digits};ext=${inner}`
}
