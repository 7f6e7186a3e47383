import { MultiSelect, Select } from '@mantine/core'
import { EXTRA_ROLES, USER_TYPES } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { isType } from '../../lib/permissions/permissions.ts'
import { useUser } from '../../lib/session/session.ts'
import { checkEmail } from '../../lib/validation/check-email.ts'
import { TextField } from '../../ui/text-field.tsx'
import { GrantsField } from './grants-field.tsx'
import { isRestricted, type UserDraft } from './user-draft.ts'
import css from './users.module.css'

interface UserFieldsProps {
  draft: UserDraft
  onChange: (draft: UserDraft) => void
  /** An account keeps its e-mail. */
  emailLocked?: boolean
  /** Role and access cannot be changed by oneself. */
  roleLocked?: boolean
  emailError?: string | undefined
}

/** A role with what it may do. The name alone is read out; what the chosen one may do stands beneath the field. */
function RoleOption({ role }: { role: { value: string; label: string } }) {
  const { t } = useTranslation('settings')
  const known = [...USER_TYPES, ...EXTRA_ROLES].find((each) => each === role.value)
  return (
    <span>
      {role.label}
      {known && (
        <span className={css['meaning']} aria-hidden="true">
          {t(`roleMeanings.${known}`)}
        </span>
      )}
    </span>
  )
}

/** Name, e-mail, role and what is seen. */
export function UserFields({ draft, onChange, emailLocked, roleLocked, emailError }: UserFieldsProps) {
  const { t } = useTranslation(['users', 'settings', 'common'])
  const me = useUser()
  const isSuper = isType(me, 'SUPER_USER')
  const types = USER_TYPES.filter((type) => type !== 'SUPER_USER' || isSuper || draft.userType === type)
  const set = (change: Partial<UserDraft>) => onChange({ ...draft, ...change })
  const emailProblem = (text: string) => {
    const rule = checkEmail(text)
    return rule && t(`common:validation.${rule}`)
  }
  return (
    <>
      <TextField
        label={t('name')}
        placeholder={t('dialog.namePlaceholder')}
        value={draft.name}
        onChange={(name) => set({ name })}
        required
        maxLength={100}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog opened, and took the focus, before this was loaded
        autoFocus
      />
      <TextField
        label={t('email')}
        type="email"
        autoComplete="off"
        value={draft.email}
        onChange={(email) => set({ email })}
        required
        readOnly={emailLocked ?? false}
        maxLength={318}
        {...(emailLocked ? {} : { validate: emailProblem })}
        error={emailError}
        errorProps={{ role: 'alert' }}
      />
      <Select
        label={t('role')}
        data={types.map((type) => ({ value: type, label: t(`settings:roles.${type}`) }))}
        value={draft.userType}
        allowDeselect={false}
        disabled={roleLocked ?? false}
        onChange={(value) => set({ userType: USER_TYPES.find((type) => type === value) ?? draft.userType })}
        description={t(`settings:roleMeanings.${draft.userType}`)}
        inputWrapperOrder={['label', 'input', 'description']}
        renderOption={({ option }) => <RoleOption role={option} />}
        maxDropdownHeight={360}
      />
      {isSuper && (
        <MultiSelect
          label={t('alsoRoles')}
          data={EXTRA_ROLES.map((role) => ({ value: role, label: t(`settings:roles.${role}`) }))}
          value={draft.extraRoles}
          disabled={roleLocked ?? false}
          onChange={(chosen) => set({ extraRoles: EXTRA_ROLES.filter((role) => chosen.includes(role)) })}
          renderOption={({ option }) => <RoleOption role={option} />}
        />
      )}
      {isRestricted(draft.userType) && <GrantsField value={draft.grants} onChange={(grants) => set({ grants })} />}
    </>
  )
}
