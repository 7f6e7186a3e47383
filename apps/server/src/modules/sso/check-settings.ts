import type { BodyOf, saveSso } from '@winnow/contract'
import { CONSUMER_TENANT, mailDomainIssue } from '@winnow/domain'
import { AppError } from '../../platform/http/app-error.ts'

/**
 * Checks the settings. Invalid are domains of public mail providers, duplicate domains, the directory of private Microsoft accounts, which
 * admits everybody, and a missing secret.
 * @throws AppError VALIDATION that names all invalid fields
 */
export function requireUsable(body: BodyOf<typeof saveSso>, stored: { hasClientSecret: boolean }): void {
  const fields: { field: string; message: string }[] = []
  const seen = new Set<string>()
  for (const [index, { domain, tenantId }] of body.domains.entries()) {
    const field = `domains.${index}.domain`
    const issue = mailDomainIssue(domain)
    if (issue === 'invalid')
      fields.push({ field, message: `${domain} is no e-mail domain; it must look like example.com` })
    if (issue === 'public') fields.push({ field, message: `At ${domain} anybody can have an address` })
    if (seen.has(domain)) fields.push({ field, message: `${domain} stands here twice` })
    seen.add(domain)
    if (tenantId.toLowerCase() === CONSUMER_TENANT)
      fields.push({
        field: `domains.${index}.tenantId`,
        message: 'This is the directory of private Microsoft accounts, which anybody can open',
      })
  }
  if (body.clientSecret === undefined && !stored.hasClientSecret)
    fields.push({ field: 'clientSecret', message: 'The client secret is missing' })
  if (fields.length > 0) throw new AppError('VALIDATION', fields.map(({ message }) => message).join('\n'), { fields })
}
