import { getConsent, giveConsent } from '@winnow/contract'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { addConsent, presentConsent } from './consent-queries.ts'
import type { Consents } from './consents.ts'
import { hashOf, languageOf } from './read-agreement.ts'

export function registerConsent(register: Register, { consents }: { consents: Consents }): void {
  register.read(getConsent, {
    prepare: ({ params }) => consents.current(params.consentCode),
    read: async ({ tx, companyId, query, prepared }) =>
      presentConsent(prepared, query.language, await consents.find(tx, companyId, prepared)),
  })

  register.write(giveConsent, {
    prepare: ({ body }) => consents.current(body.consentCode),
    async change({ tx, actor, companyId, body, prepared, now, audit }) {
      const { code, version } = prepared
      if (code === 'white-label-partner' && !actor.permissions.has('consent.white-label'))
        throw new AppError('FORBIDDEN', 'An administrator has to agree to this text')
      const language = languageOf(prepared, body.content)
      if (language === undefined)
        throw new AppError('CONSENT_OUTDATED', 'This is not the current text. Read the current one')
      const hash = hashOf(body.content)
      const isNew = await addConsent(tx, {
        id: newId(now.getTime()),
        company_id: companyId,
        code,
        version,
        language,
        content_hash: hash,
        content: body.content,
        user_id: actor.userId,
        user_name: actor.name,
        agreed_at: now,
      })
      const after = { consentCode: code, version, language, hash }
      if (isNew) await audit({ action: 'consent.given', objectType: 'company', objectId: companyId, after })
      return presentConsent(prepared, language, await consents.find(tx, companyId, prepared))
    },
  })
}
