import type { AlarmRow, Contact } from '@winnow/contract'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { telHref } from '../../model/tel-href.ts'
import { useSiteInstructions } from '../../state/use-site-instructions.ts'
import { Section } from './section.tsx'
import css from './site-section.module.css'

/** What to do and whom to call at the site of an alarm. Nothing is shown for a site of which nothing is known. */
export function SiteSection({ row }: { row: AlarmRow }) {
  const { t } = useTranslation('alarms')
  const { data } = useSiteInstructions(row)
  if (!data || (data.notes === null && data.address === null && data.contacts.length === 0)) return null
  return (
    <Section title={t('site.title')}>
      {data.notes !== null && <p className={css['notes']}>{data.notes}</p>}
      {data.contacts.length > 0 && (
        <ol className={css['contacts']} aria-label={t('site.contacts')}>
          {data.contacts.map((contact) => (
            <Person key={`${contact.type} ${contact.name} ${contact.phone} ${contact.email}`} contact={contact} />
          ))}
        </ol>
      )}
      {data.address !== null && <p className={css['address']}>{data.address}</p>}
    </Section>
  )
}

/** A person to call, with links that call or write to them. */
function Person({ contact: { type, name, phone, email } }: { contact: Contact }) {
  const { t } = useTranslation('clients')
  return (
    <li>
      <span className={css['name']}>
        {name} <span className={css['type']}>{t(`contact.${type}`)}</span>
      </span>
      {phone !== null && (
        <a href={telHref(phone)} className={css['way']}>
          <IconPhone size={14} aria-hidden="true" />
          {phone}
        </a>
      )}
      {email !== null && (
        <a href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`} className={css['way']}>
          <IconMail size={14} aria-hidden="true" />
          {email}
        </a>
      )}
    </li>
  )
}
