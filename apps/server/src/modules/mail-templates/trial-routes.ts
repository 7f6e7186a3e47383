import { tryMailTemplate } from '@winnow/contract'
import { tryMailTemplate as tryTemplate } from '@winnow/intake'
import type { Register } from '../../platform/http/register.ts'
import { findNamedCamera } from '../intake/index.ts'

/** Tries a template on a pasted mail. Stores nothing. */
export function registerTrials(register: Register): void {
  register.read(tryMailTemplate, async ({ tx, companyId, body, now }) => {
    const mail = { subject: body.exampleSubject, text: body.exampleText }
    const { parsed, match, eventType, time } = tryTemplate(body, mail, now)
    const found = match?.matches ? match.found : undefined
    const place = { site: found?.site ?? null, camera: found?.camera ?? null }
    const camera = found && (await findNamedCamera(tx, companyId, place, null))
    return {
      problems: parsed.ok ? [] : parsed.problems,
      matches: found !== undefined,
      missingLine: match && !match.matches ? match.line : null,
      found: found
        ? { ...place, event: found.event ?? null, eventType: eventType ?? 'unknown', time: time ?? found.time ?? null }
        : null,
      camera: camera ? { name: camera.name, siteName: camera.siteName, needsLogin: camera.needsLogin } : null,
    }
  })
}
