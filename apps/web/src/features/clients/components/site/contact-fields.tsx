import { NativeSelect } from '@mantine/core'
import { CONTACT_TYPES, MAX_CONTACTS } from '@winnow/contract'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../ui/button.tsx'
import type { SchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { type ContactDraft, nextContactType, type SiteDraft } from '../../model/site-draft.ts'
import css from './contacts.module.css'

interface ContactFieldsProps {
  form: SchemaForm<SiteDraft>
  disabled: boolean
}

/** Moves the focus after a contact was added, moved or removed, because its button is elsewhere or gone afterwards. */
function useNextFocus() {
  const list = useRef<HTMLFieldSetElement>(null)
  const next = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    list.current?.querySelector<HTMLElement>(next.current)?.focus()
    next.current = undefined
  })
  return { list, focusNext: (selector: string) => (next.current = selector) }
}

/** The people to call about a site, in the order in which to call them. */
export function ContactFields({ form, disabled }: ContactFieldsProps) {
  const { t } = useTranslation('clients')
  const { contacts } = form.values
  const { list, focusNext } = useNextFocus()
  const set = (next: ContactDraft[]) => form.set('contacts', next)
  const isFull = contacts.length >= MAX_CONTACTS
  const move = (from: number, to: number) => {
    const moved = contacts[from]
    if (!moved) return
    set(contacts.toSpliced(from, 1).toSpliced(to, 0, moved))
    // At the end of the list, the button of this direction is disabled.
    const isEnd = to === 0 || to === contacts.length - 1
    focusNext(isEnd ? `[data-path="contacts.${to}.name"]` : `[data-move="${to}-${to < from ? 'up' : 'down'}"]`)
  }
  return (
    <fieldset className={css['contacts']} ref={list}>
      <legend className={css['legend']}>{t('site.contacts')}</legend>
      <p className={css['hint']}>{t(contacts.length === 0 ? 'site.noContacts' : 'site.contactsHint')}</p>
      {contacts.map((contact, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a contact has no other identity than its place, and its fields are controlled
        <div key={at} className={css['contact']} role="group" aria-label={contact.name || t('site.contactNew')}>
          <OneContact
            form={form}
            disabled={disabled}
            at={at}
            contact={contact}
            onType={(type) => set(contacts.with(at, { ...contact, type }))}
          />
          {!disabled && (
            <ContactButtons
              at={at}
              count={contacts.length}
              onMove={(to) => move(at, to)}
              onRemove={() => {
                set(contacts.toSpliced(at, 1))
                focusNext('[data-add]')
              }}
            />
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          size="compact-sm"
          data-add=""
          disabled={isFull}
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => {
            set([...contacts, { type: nextContactType(contacts), name: '', phone: '', email: '' }])
            focusNext(`[data-path="contacts.${contacts.length}.name"]`)
          }}
        >
          {t('site.contactAdd')}
        </Button>
      )}
      {isFull && !disabled && <p className={css['hint']}>{t('site.contactsFull', { n: MAX_CONTACTS })}</p>}
    </fieldset>
  )
}

interface OneContactProps extends ContactFieldsProps {
  /** The place of the contact in the list. */
  at: number
  contact: ContactDraft
  onType: (type: ContactDraft['type']) => void
}

/** The fields of one contact. */
function OneContact({ form, disabled, at, contact, onType }: OneContactProps) {
  const { t } = useTranslation('clients')
  return (
    <div className={css['fields']}>
      <NativeSelect
        size="xs"
        label={t('site.contactType')}
        data={CONTACT_TYPES.map((type) => ({ value: String(type), label: t(`contact.${type}`) }))}
        value={String(contact.type)}
        onChange={({ currentTarget }) => {
          const type = CONTACT_TYPES.find((each) => String(each) === currentTarget.value)
          if (type) onType(type)
        }}
        disabled={disabled}
      />
      <TextField
        label={t('site.contactName')}
        {...form.field(`contacts.${at}.name`)}
        autoComplete="off"
        required
        disabled={disabled}
      />
      <TextField
        label={t('site.contactPhone')}
        type="tel"
        {...form.field(`contacts.${at}.phone`)}
        autoComplete="off"
        disabled={disabled}
      />
      <TextField
        label={t('site.contactEmail')}
        type="email"
        {...form.field(`contacts.${at}.email`)}
        autoComplete="off"
        disabled={disabled}
      />
    </div>
  )
}

interface ContactButtonsProps {
  /** The place of the contact in the list. */
  at: number
  /** The number of contacts in the list. */
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** The buttons that move a contact within the list or remove it. */
function ContactButtons({ at, count, onMove, onRemove }: ContactButtonsProps) {
  const { t } = useTranslation('clients')
  return (
    <div className={css['buttons']}>
      <IconButton label={t('site.contactUp')} data-move={`${at}-up`} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <IconArrowUp size={16} />
      </IconButton>
      <IconButton
        label={t('site.contactDown')}
        data-move={`${at}-down`}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      >
        <IconArrowDown size={16} />
      </IconButton>
      <IconButton label={t('site.contactRemove')} onClick={onRemove}>
        <IconX size={16} />
      </IconButton>
    </div>
  )
}
