import type { DetailedSite } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../../lib/session/session.ts'
import type { ContactDraft, SiteDraft } from '../../model/site-draft.ts'
import type { FieldTexts } from '../panes/conflict-notice.tsx'

/** A contact in one line, e.g. `Keyholder: Ada Lamm, +44 20 7946 0000`. */
function ContactLine({ contact: { type, name, phone, email } }: { contact: ContactDraft }) {
  const { t } = useTranslation('clients')
  return `${t(`contact.${type}`)}: ${[name, phone, email].filter(Boolean).join(', ')}`
}

/** The names of a site's fields, and how their values are shown. */
export function useSiteTexts({ companyIdleHours }: DetailedSite): FieldTexts<SiteDraft> {
  const { t } = useTranslation(['clients', 'common'])
  const { defaultSiteTimezone } = useUser().company
  const text = (value: string) => value || t('form.empty')
  return {
    name: { label: t('site.name'), show: text },
    timezone: {
      label: t('site.timezone'),
      show: (zone) => zone ?? t('site.companyZone', { zone: defaultSiteTimezone }),
    },
    address: { label: t('site.address'), show: text },
    idleHours: {
      label: t('site.idle'),
      show: (hours) =>
        hours === null ? t('site.companyIdle', { n: companyIdleHours }) : t('site.idleHours', { n: hours }),
    },
    active: { label: t('site.active'), show: (on) => t(on ? 'common:on' : 'common:off') },
    notes: { label: t('site.notes'), show: text },
    contacts: {
      label: t('site.contacts'),
      show: (contacts) =>
        contacts.length === 0 ? (
          t('form.empty')
        ) : (
          <ul>
            {contacts.map((contact, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- a contact has no other identity than its place
              <li key={at}>
                <ContactLine contact={contact} />
              </li>
            ))}
          </ul>
        ),
    },
  }
}
